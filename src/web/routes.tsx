import { createBrowserRouter } from 'react-router'
import { ErrorPage } from './app-shell/error-page.tsx'
import { HomeRedirect } from './app-shell/home-redirect.tsx'
import { loadPage } from './app-shell/load-page.ts'
import { LoadingScreen } from './app-shell/loading-screen.tsx'
import { type PageHandle, Root } from './app-shell/root.tsx'
import { SignInPage } from './features/sign-in/sign-in-page.tsx'
import { pageRoute } from './page-route.ts'

const developmentPages = import.meta.env.DEV
  ? [pageRoute('/kit', 'Kit', () => import('./ui/kit/kit-page.tsx'))]
  : []

const rootId = 'root'

/** The pages of strangers; those of customers join when the first of them is asked for. */
export const createRouter = () =>
  createBrowserRouter(
    [
      {
        id: rootId,
        Component: Root,
        ErrorBoundary: ErrorPage,
        HydrateFallback: LoadingScreen,
        children: [
          { index: true, Component: HomeRedirect },
          { path: '/signin', Component: SignInPage, handle: { title: 'Sign in' } satisfies PageHandle },
          ...developmentPages,
          {
            lazy: () => loadPage(() => import('./features/command-palette/palette-if-signed-in.tsx')),
            children: [pageRoute('*', 'Page not found', () => import('./app-shell/not-found-page.tsx'))],
          },
        ],
      },
    ],
    {
      patchRoutesOnNavigation: async ({ patch }) => {
        const { customerRoutes } = await loadPage(() => import('./customer-routes.tsx'))
        patch(rootId, customerRoutes)
      },
    },
  )
