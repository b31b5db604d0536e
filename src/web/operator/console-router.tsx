import { createBrowserRouter } from 'react-router'
import { BrokenPage } from '../app-shell/broken-page.tsx'
import { LoadingScreen } from '../app-shell/loading-screen.tsx'
import { Root } from '../app-shell/root.tsx'
import { operatorPaths } from './operator-paths.ts'
import { operatorRoutes } from './operator-routes.tsx'

/** The pages of the console. */
export const createConsoleRouter = () =>
  createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: () => <BrokenPage home={operatorPaths.home} />,
      HydrateFallback: LoadingScreen,
      children: operatorRoutes,
    },
  ])
