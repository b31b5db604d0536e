import type { RouteObject, ShouldRevalidateFunction } from 'react-router'
import { loadPage } from '../app-shell/load-page.ts'
import { pageRoute } from '../page-route.ts'
import { askEarly, type EarlyPage } from './asked-early.ts'
import {
  accountPath,
  customerPath,
  domainHealthPath,
  domainPath,
  importPath,
  mailboxPath,
  operatorPaths,
  orderPath,
} from './operator-paths.ts'
import { RequireStaff } from './require-staff.tsx'

const title = (name: string) => `${name} · Console`

/** A page behind the sign-in; with the name that it asks early by. */
const consolePage = (
  path: string,
  name: string,
  load: Parameters<typeof pageRoute>[2],
  asks?: EarlyPage,
): RouteObject => ({
  ...pageRoute(path, title(name), load),
  ...(asks && { loader: askEarly(asks), shouldRevalidate: isAnotherPage }),
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
          consolePage(operatorPaths.home, 'Home', () => import('./home/home-page.tsx'), 'home'),
          consolePage(
            operatorPaths.customers,
            'Customers',
            () => import('./customers/customers-page.tsx'),
            'customers',
          ),
          consolePage(
            customerPath(':customerId'),
            'Customer',
            () => import('./customers/page/customer-page.tsx'),
            'customer',
          ),
          consolePage(operatorPaths.work, 'Work', () => import('./work/work-page.tsx'), 'work'),
          consolePage(operatorPaths.workDkim, 'Google DKIM', () => import('./work/dkim/dkim-page.tsx')),
          consolePage(
            operatorPaths.workConnect,
            'Connect mailboxes',
            () => import('./work/connect/connect-page.tsx'),
          ),
          consolePage(operatorPaths.orders, 'Orders', () => import('./orders/orders-page.tsx'), 'orders'),
          consolePage(orderPath(':orderId'), 'Order', () => import('./orders/order-page.tsx'), 'order'),
          consolePage(
            operatorPaths.domains,
            'Domains',
            () => import('./domains/domains-page.tsx'),
            'domains',
          ),
          consolePage(domainPath(':domainId'), 'Domain', () => import('./domains/domain-page.tsx'), 'domain'),
          consolePage(
            mailboxPath(':mailboxId'),
            'Mailbox',
            () => import('./mailboxes/mailbox-page.tsx'),
            'mailbox',
          ),
          consolePage(
            operatorPaths.capacity,
            'Capacity',
            () => import('./capacity/capacity-page.tsx'),
            'capacity',
          ),
          consolePage(
            accountPath(':accountId'),
            'Account at a host',
            () => import('./capacity/account-page.tsx'),
            'account',
          ),
          consolePage(operatorPaths.health, 'Health', () => import('./health/health-page.tsx'), 'health'),
          consolePage(
            domainHealthPath(':domainId'),
            'Health',
            () => import('./health/domain-health-page.tsx'),
            'domainHealth',
          ),
          consolePage(operatorPaths.money, 'Money', () => import('./money/money-page.tsx'), 'money'),
          consolePage(operatorPaths.plans, 'Plans', () => import('./plans/plans-page.tsx'), 'plans'),
          consolePage(operatorPaths.imports, 'Import', () => import('./import/imports-page.tsx'), 'imports'),
          consolePage(importPath(':importId'), 'Import', () => import('./import/import-page.tsx'), 'import'),
          consolePage(operatorPaths.brand, 'Brand', () => import('./brand/brand-page.tsx'), 'brand'),
          consolePage(operatorPaths.staff, 'Staff', () => import('./staff/staff-page.tsx'), 'staff'),
          consolePage(
            operatorPaths.account,
            'Account',
            () => import('./account/account-page.tsx'),
            'ownAccount',
          ),
        ],
      },
    ],
  },
  pageRoute('*', 'Page not found', () => import('./frame/no-page.tsx')),
]
