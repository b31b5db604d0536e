import type { RouteObject, ShouldRevalidateFunction } from 'react-router'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { RequireStaff } from '#ui/console/require-staff.tsx'
import { loadPage } from '#ui/frame/load-page.ts'
import { pageRoute } from '#ui/frame/page-route.ts'
import { askEarly, type EarlyPageName, earlyPages } from './asked-early.ts'

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
  pageRoute(
    operatorPaths.signIn,
    title('Sign in'),
    () => import('#features/accounts/console/sign-in/sign-in-page.tsx'),
  ),
  pageRoute(
    operatorPaths.forgot,
    title('Forgot password'),
    () => import('#features/accounts/console/sign-in/forgot-page.tsx'),
  ),
  pageRoute(
    operatorPaths.chooseForgotten,
    title('Choose password'),
    () => import('#features/accounts/console/sign-in/choose-forgotten-page.tsx'),
  ),
  pageRoute(
    operatorPaths.join,
    title('Join'),
    () => import('#features/accounts/console/sign-in/join-page.tsx'),
  ),
  {
    Component: RequireStaff,
    children: [
      {
        lazy: () => loadPage(() => import('./console-frame.tsx')),
        children: [
          consolePage('home', 'Home', () => import('#features/home/console/home-page.tsx')),
          consolePage(
            'customers',
            'Customers',
            () => import('#features/customers/console/customers-page.tsx'),
          ),
          consolePage(
            'customer',
            'Customer',
            () => import('#features/customers/console/page/customer-page.tsx'),
          ),
          consolePage('work', 'Work', () => import('#features/work/console/work-page.tsx')),
          pageRoute(
            operatorPaths.workDkim,
            title('Google DKIM'),
            () => import('#features/work/console/dkim/dkim-page.tsx'),
          ),
          pageRoute(
            operatorPaths.workConnect,
            title('Connect mailboxes'),
            () => import('#features/work/console/connect/connect-page.tsx'),
          ),
          consolePage('orders', 'Orders', () => import('#features/orders/console/orders-page.tsx')),
          consolePage('order', 'Order', () => import('#features/orders/console/order-page.tsx')),
          consolePage('domains', 'Domains', () => import('#features/domains/console/domains-page.tsx')),
          consolePage('domain', 'Domain', () => import('#features/domains/console/domain-page.tsx')),
          consolePage('mailbox', 'Mailbox', () => import('#features/people/console/mailbox-page.tsx')),
          consolePage('capacity', 'Capacity', () => import('#features/capacity/console/capacity-page.tsx')),
          consolePage(
            'account',
            'Account at a host',
            () => import('#features/capacity/console/account-page.tsx'),
          ),
          consolePage('health', 'Health', () => import('#features/health/console/health-page.tsx')),
          consolePage(
            'domainHealth',
            'Health',
            () => import('#features/health/console/domain-health-page.tsx'),
          ),
          consolePage('money', 'Money', () => import('#features/money/console/money-page.tsx')),
          consolePage('plans', 'Plans', () => import('#features/plans/console/plans-page.tsx')),
          consolePage('imports', 'Import', () => import('#features/fleet-import/console/imports-page.tsx')),
          consolePage('import', 'Import', () => import('#features/fleet-import/console/import-page.tsx')),
          consolePage('brand', 'Brand', () => import('#features/brand/console/brand-page.tsx')),
          consolePage('staff', 'Staff', () => import('#features/staff/console/staff-page.tsx')),
          consolePage('ownAccount', 'Account', () => import('#features/accounts/console/account-page.tsx')),
        ],
      },
    ],
  },
  pageRoute('*', 'Page not found', () => import('#ui/console/frame/no-page.tsx')),
]
