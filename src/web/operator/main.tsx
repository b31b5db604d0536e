import './start-early.ts'
import '../styles.css'
import { createBrowserRouter } from 'react-router'
import { BrokenPage } from '../app-shell/broken-page.tsx'
import { LoadingScreen } from '../app-shell/loading-screen.tsx'
import { Root } from '../app-shell/root.tsx'
import { watchFit } from '../app-shell/watch-fit.ts'
import { whenKnown } from '../app-shell/when-known.ts'
import { begin } from '../begin.tsx'
import { queryClient } from '../query-client.ts'
import { operatorPaths } from './operator-paths.ts'
import { operatorRoutes } from './operator-routes.tsx'
import { followOtherTabs, staffQuery } from './staff-session.ts'

followOtherTabs()
watchFit()

const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: () => <BrokenPage home={operatorPaths.home} />,
    HydrateFallback: LoadingScreen,
    children: operatorRoutes,
  },
])
begin(router, () => whenKnown(router, queryClient.ensureQueryData(staffQuery)))
