import { createBrowserRouter } from 'react-router'
import { SignInPage } from '#features/accounts/web/sign-in/sign-in-page.tsx'
import { ErrorPage } from '#ui/frame/error-page.tsx'
import { HomeRedirect } from '#ui/frame/home-redirect.tsx'
import { loadPage } from '#ui/frame/load-page.ts'
import { LoadingScreen } from '#ui/frame/loading-screen.tsx'
import { pageRoute } from '#ui/frame/page-route.ts'
import { type PageHandle, Root } from '#ui/frame/root.tsx'

const developmentPages = import.meta.env.DEV
  ? [pageRoute('/kit', 'Kit', () => import('./kit/kit-page.tsx'))]
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
            lazy: () => loadPage(() => import('#features/find/web/palette-if-signed-in.tsx')),
            children: [pageRoute('*', 'Page not found', () => import('#ui/frame/not-found-page.tsx'))],
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
