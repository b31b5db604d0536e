import type { RouteObject, ShouldRevalidateFunction } from 'react-router'
import { loadPage } from '../app-shell/load-page.ts'
import { pageRoute } from '../page-route.ts'
import { askEarly, type EarlyPageName, earlyPages } from './asked-early.ts'
import { operatorPaths } from './operator-paths.ts'
import { RequireStaff } from './require-staff.tsx'

const title = (name: string) => `${name} · Console`

/** A page behind the sign-in that asks early for what it shows. */
const consolePage = (
  page: EarlyPageName,
  name: string,
  load: Parameters<typeof pageRoute>[2],
): RouteObject => ({
  ...pageRoute(earlyPages[page].path, title(name), load),
  loader: askEarly(page),
  shouldRevalidate: isAnotherPage,
})

/** What is typed into a filter reaches the address at once; the page itself asks for what it shows then, in its own time. */
const isAnotherPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname

/** Every page of the operator's staff. */
export const operatorRoutes: RouteObject[] = [
  pageRoute(operatorPaths.signIn, title('Sign in'), () => import('./sign-in/sign-in-page.tsx')),
  pageRoute(operatorPaths.forgot, title('Forgot password'), () => import('./sign-in/forgot-page.tsx')),
  pageRoute(
    operatorPaths.chooseForgotten,
    title('Choose password'),
    () => import('./sign-in/choose-forgotten-page.tsx'),
  ),
  pageRoute(operatorPaths.join, title('Join'), () => import('./sign-in/join-page.tsx')),
  {
    Component: RequireStaff,
    children: [
      {
        lazy: () => loadPage(() => import('./frame/console-frame.tsx')),
        children: [
          consolePage('home', 'Home', () => import('./home/home-page.tsx')),
          consolePage('customers', 'Customers', () => import('./customers/customers-page.tsx')),
          consolePage('customer', 'Customer', () => import('./customers/page/customer-page.tsx')),
          consolePage('work', 'Work', () => import('./work/work-page.tsx')),
          pageRoute(operatorPaths.workDkim, title('Google DKIM'), () => import('./work/dkim/dkim-page.tsx')),
          pageRoute(
            operatorPaths.workConnect,
            title('Connect mailboxes'),
            () => import('./work/connect/connect-page.tsx'),
          ),
          consolePage('orders', 'Orders', () => import('./orders/orders-page.tsx')),
          consolePage('order', 'Order', () => import('./orders/order-page.tsx')),
          consolePage('domains', 'Domains', () => import('./domains/domains-page.tsx')),
          consolePage('domain', 'Domain', () => import('./domains/domain-page.tsx')),
          consolePage('mailbox', 'Mailbox', () => import('./mailboxes/mailbox-page.tsx')),
          consolePage('capacity', 'Capacity', () => import('./capacity/capacity-page.tsx')),
          consolePage('account', 'Account at a host', () => import('./capacity/account-page.tsx')),
          consolePage('health', 'Health', () => import('./health/health-page.tsx')),
          consolePage('domainHealth', 'Health', () => import('./health/domain-health-page.tsx')),
          consolePage('money', 'Money', () => import('./money/money-page.tsx')),
          consolePage('plans', 'Plans', () => import('./plans/plans-page.tsx')),
          consolePage('imports', 'Import', () => import('./import/imports-page.tsx')),
          consolePage('import', 'Import', () => import('./import/import-page.tsx')),
          consolePage('brand', 'Brand', () => import('./brand/brand-page.tsx')),
          consolePage('staff', 'Staff', () => import('./staff/staff-page.tsx')),
          consolePage('ownAccount', 'Account', () => import('./account/account-page.tsx')),
        ],
      },
    ],
  },
  pageRoute('*', 'Page not found', () => import('./frame/no-page.tsx')),
]
