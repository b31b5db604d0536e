import { createBrowserRouter } from 'react-router'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { BrokenPage } from '#ui/frame/broken-page.tsx'
import { LoadingScreen } from '#ui/frame/loading-screen.tsx'
import { Root } from '#ui/frame/root.tsx'
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
