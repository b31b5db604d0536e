import { notifyManager } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { WithCommandPalette } from '#features/find/web/with-command-palette.tsx'
import { onConfirmationRequired } from '#ui/api.ts'
import { BrokenPage } from '#ui/frame/broken-page.tsx'
import { fetchForPress } from '#ui/frame/fetch-for-press.ts'
import { loadPage } from '#ui/frame/load-page.ts'
import { pageRoute } from '#ui/frame/page-route.ts'
import { RequireAuth } from '#ui/frame/require-auth.tsx'
import { watchSessionExpiry } from '#ui/frame/session-expiry.ts'
import { watchFit } from '#ui/frame/watch-fit.ts'
import { fetchLater } from '#ui/late-part.tsx'

// News of a call is drawn before the browser hands over the next press, and not some time after: a button that has
// started something is busy by then, and a second press of a double one does nothing.
notifyManager.setScheduler(queueMicrotask)
watchSessionExpiry()
watchFit()
onConfirmationRequired(() =>
  fetchForPress(() => import('#features/accounts/web/confirmation/ask.tsx')).then(({ askCustomer }) =>
    askCustomer(),
  ),
)

const paymentCancelPage = () => import('#features/checkout/web/pages/payment-cancel-page.tsx')
const forgottenPages = () => import('#features/accounts/web/sign-in/forgotten-pages.tsx')

/** In the workspace, with the side menu. */
const workspacePages = [
  pageRoute('/dashboard', 'Dashboard', () => import('#features/orders/web/dashboard/dashboard-page.tsx')),
  pageRoute(
    '/instantly-bulk-update',
    'Instantly',
    () => import('#features/bulk-update/web/instantly-bulk-update-page.tsx'),
  ),
  pageRoute(
    '/smartlead-bulk-update',
    'Smartlead',
    () => import('#features/bulk-update/web/smartlead-bulk-update-page.tsx'),
  ),
  pageRoute(
    '/reinstate-order',
    'Reinstate Order',
    () => import('#features/reinstatement/web/reinstate-order-page.tsx'),
  ),
  pageRoute(
    '/cancel_order',
    'Cancel Order',
    () => import('#features/cancellation/web/cancel-order-page.tsx'),
  ),
  pageRoute('/health', 'Health', () => import('#features/health/web/health-page.tsx')),
  pageRoute('/health/:domainId', 'Health', () => import('#features/health/web/domain-health-page.tsx')),
  pageRoute('/tasks', 'Tasks', () => import('#features/work/web/tasks-page.tsx')),
  pageRoute(
    '/plan-by-volume',
    'Plan by volume',
    () => import('#features/planner/web/plan-by-volume-page.tsx'),
  ),
  pageRoute('/account', 'Account', () => import('#features/accounts/web/account-page.tsx')),
  pageRoute(
    '/set-up-second-factor',
    'Second factor',
    () => import('#features/accounts/web/set-up-factor-page.tsx'),
  ),
  pageRoute('/reset-password', 'Account', () => import('#features/accounts/web/reset-password-page.tsx')),
]

/** A step of an order, fetched while the page before it has nothing better to do. */
function wizardPage(...page: Parameters<typeof pageRoute>): RouteObject {
  fetchLater(page[2])
  return pageRoute(...page)
}

/** With a frame of their own: the steps of an order. */
const wizardPages = [
  wizardPage('/choose-plan', 'Choose plan', () => import('#features/ordering/web/choose-plan-page.tsx')),
  wizardPage(
    '/select-domains',
    'Select domains',
    () => import('#features/ordering/web/select-domains-page.tsx'),
  ),
  wizardPage(
    '/setup-domain-settings',
    'Domain settings',
    () => import('#features/ordering/web/domain-settings-page.tsx'),
  ),
  wizardPage('/review-order', 'Review order', () => import('#features/ordering/web/review-order-page.tsx')),
]

/** One message in the middle of the page. */
const messagePages = [
  pageRoute(
    '/payment-success',
    'Payment',
    () => import('#features/checkout/web/pages/payment-success-page.tsx'),
  ),
  pageRoute('/payment-cancel', 'Payment', paymentCancelPage),
  pageRoute('/replacement-cancelled', 'Payment', paymentCancelPage),
  pageRoute('/reinstatement-cancelled', 'Payment', paymentCancelPage),
  pageRoute(
    '/connect-mailboxes',
    'Connect mailboxes',
    () => import('#features/tools/web/connecting/connect-own-page.tsx'),
  ),
  pageRoute(
    '/confirmed_order',
    'Order',
    () => import('#features/checkout/web/pages/confirmed-order-page.tsx'),
  ),
]

/**
 * Every page that needs a session, the one that staff open by a link, and those of a forgotten password. A module of its own, so that the sign-in
 * page does not carry their list.
 */
export const customerRoutes: RouteObject[] = [
  {
    ErrorBoundary: BrokenPage,
    children: [
      pageRoute('/connect', 'Connect', () => import('#features/tools/web/connecting/connect-link-page.tsx')),
      pageRoute('/forgot-password', 'Password', () =>
        forgottenPages().then((pages) => ({ Component: pages.ForgotPasswordPage })),
      ),
      pageRoute('/choose-password', 'Password', () =>
        forgottenPages().then((pages) => ({ Component: pages.ChoosePasswordPage })),
      ),
      {
        Component: RequireAuth,
        children: [
          {
            Component: WithCommandPalette,
            children: [
              { lazy: () => loadPage(() => import('#ui/frame/app-frame.tsx')), children: workspacePages },
              { children: wizardPages },
              { lazy: () => loadPage(() => import('#ui/frame/focus-frame.tsx')), children: messagePages },
            ],
          },
        ],
      },
    ],
  },
]
