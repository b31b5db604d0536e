import { notifyManager } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { onConfirmationRequired } from './api.ts'
import { BrokenPage } from './app-shell/broken-page.tsx'
import { fetchForPress } from './app-shell/fetch-for-press.ts'
import { loadPage } from './app-shell/load-page.ts'
import { RequireAuth } from './app-shell/require-auth.tsx'
import { watchSessionExpiry } from './app-shell/session-expiry.ts'
import { watchFit } from './app-shell/watch-fit.ts'
import { WithCommandPalette } from './features/command-palette/with-command-palette.tsx'
import { pageRoute } from './page-route.ts'
import { fetchLater } from './ui/late-part.tsx'

// News of a call is drawn before the browser hands over the next press, and not some time after: a button that has
// started something is busy by then, and a second press of a double one does nothing.
notifyManager.setScheduler(queueMicrotask)
watchSessionExpiry()
watchFit()
onConfirmationRequired(() =>
  fetchForPress(() => import('./app-shell/confirmation/ask.tsx')).then(({ askCustomer }) => askCustomer()),
)

const paymentCancelPage = () => import('./features/payment/payment-cancel-page.tsx')
const forgottenPages = () => import('./features/sign-in/forgotten-pages.tsx')

/** In the workspace, with the side menu. */
const workspacePages = [
  pageRoute('/dashboard', 'Dashboard', () => import('./features/dashboard/dashboard-page.tsx')),
  pageRoute(
    '/instantly-bulk-update',
    'Instantly',
    () => import('./features/bulk-update/instantly-bulk-update-page.tsx'),
  ),
  pageRoute(
    '/smartlead-bulk-update',
    'Smartlead',
    () => import('./features/bulk-update/smartlead-bulk-update-page.tsx'),
  ),
  pageRoute(
    '/reinstate-order',
    'Reinstate Order',
    () => import('./features/reinstate/reinstate-order-page.tsx'),
  ),
  pageRoute('/cancel_order', 'Cancel Order', () => import('./features/cancel-order/cancel-order-page.tsx')),
  pageRoute('/health', 'Health', () => import('./features/health/health-page.tsx')),
  pageRoute('/health/:domainId', 'Health', () => import('./features/health/domain-health-page.tsx')),
  pageRoute('/tasks', 'Tasks', () => import('./features/tasks/tasks-page.tsx')),
  pageRoute(
    '/plan-by-volume',
    'Plan by volume',
    () => import('./features/volume-planner/plan-by-volume-page.tsx'),
  ),
  pageRoute('/account', 'Account', () => import('./features/account/account-page.tsx')),
  pageRoute(
    '/set-up-second-factor',
    'Second factor',
    () => import('./features/account/set-up-factor-page.tsx'),
  ),
  pageRoute('/reset-password', 'Account', () => import('./features/account/reset-password-page.tsx')),
]

/** A step of an order, fetched while the page before it has nothing better to do. */
function wizardPage(...page: Parameters<typeof pageRoute>): RouteObject {
  fetchLater(page[2])
  return pageRoute(...page)
}

/** With a frame of their own: the steps of an order. */
const wizardPages = [
  wizardPage('/choose-plan', 'Choose plan', () => import('./features/order-wizard/choose-plan-page.tsx')),
  wizardPage(
    '/select-domains',
    'Select domains',
    () => import('./features/order-wizard/select-domains-page.tsx'),
  ),
  wizardPage(
    '/setup-domain-settings',
    'Domain settings',
    () => import('./features/order-wizard/domain-settings-page.tsx'),
  ),
  wizardPage('/review-order', 'Review order', () => import('./features/order-wizard/review-order-page.tsx')),
]

/** One message in the middle of the page. */
const messagePages = [
  pageRoute('/payment-success', 'Payment', () => import('./features/payment/payment-success-page.tsx')),
  pageRoute('/payment-cancel', 'Payment', paymentCancelPage),
  pageRoute('/replacement-cancelled', 'Payment', paymentCancelPage),
  pageRoute('/reinstatement-cancelled', 'Payment', paymentCancelPage),
  pageRoute(
    '/connect-mailboxes',
    'Connect mailboxes',
    () => import('./features/connecting/connect-own-page.tsx'),
  ),
  pageRoute('/confirmed_order', 'Order', () => import('./features/payment/confirmed-order-page.tsx')),
]

/**
 * Every page that needs a session, the one that staff open by a link, and those of a forgotten password. A module of its own, so that the sign-in
 * page does not carry their list.
 */
export const customerRoutes: RouteObject[] = [
  {
    ErrorBoundary: BrokenPage,
    children: [
      pageRoute('/connect', 'Connect', () => import('./features/connecting/connect-link-page.tsx')),
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
              { lazy: () => loadPage(() => import('./app-shell/app-frame.tsx')), children: workspacePages },
              { children: wizardPages },
              { lazy: () => loadPage(() => import('./app-shell/focus-frame.tsx')), children: messagePages },
            ],
          },
        ],
      },
    ],
  },
]
