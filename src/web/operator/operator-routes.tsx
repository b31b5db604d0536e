import type { RouteObject } from 'react-router'
import { loadPage } from '../app-shell/load-page.ts'
import { pageRoute } from '../page-route.ts'
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
import { followOtherTabs } from './staff-session.ts'

followOtherTabs()

const title = (name: string) => `${name} · Console`

/** Every page of the operator's staff. They join the router when an address begins with `/operator`. */
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
          pageRoute(operatorPaths.home, title('Home'), () => import('./home/home-page.tsx')),
          pageRoute(
            operatorPaths.customers,
            title('Customers'),
            () => import('./customers/customers-page.tsx'),
          ),
          pageRoute(
            customerPath(':customerId'),
            title('Customer'),
            () => import('./customers/page/customer-page.tsx'),
          ),
          pageRoute(operatorPaths.work, title('Work'), () => import('./work/work-page.tsx')),
          pageRoute(operatorPaths.workDkim, title('Google DKIM'), () => import('./work/dkim/dkim-page.tsx')),
          pageRoute(
            operatorPaths.workConnect,
            title('Connect mailboxes'),
            () => import('./work/connect/connect-page.tsx'),
          ),
          pageRoute(operatorPaths.orders, title('Orders'), () => import('./orders/orders-page.tsx')),
          pageRoute(orderPath(':orderId'), title('Order'), () => import('./orders/order-page.tsx')),
          pageRoute(operatorPaths.domains, title('Domains'), () => import('./domains/domains-page.tsx')),
          pageRoute(domainPath(':domainId'), title('Domain'), () => import('./domains/domain-page.tsx')),
          pageRoute(
            mailboxPath(':mailboxId'),
            title('Mailbox'),
            () => import('./mailboxes/mailbox-page.tsx'),
          ),
          pageRoute(operatorPaths.capacity, title('Capacity'), () => import('./capacity/capacity-page.tsx')),
          pageRoute(
            accountPath(':accountId'),
            title('Account at a host'),
            () => import('./capacity/account-page.tsx'),
          ),
          pageRoute(operatorPaths.health, title('Health'), () => import('./health/health-page.tsx')),
          pageRoute(
            domainHealthPath(':domainId'),
            title('Health'),
            () => import('./health/domain-health-page.tsx'),
          ),
          pageRoute(operatorPaths.money, title('Money'), () => import('./money/money-page.tsx')),
          pageRoute(operatorPaths.plans, title('Plans'), () => import('./plans/plans-page.tsx')),
          pageRoute(operatorPaths.imports, title('Import'), () => import('./import/imports-page.tsx')),
          pageRoute(importPath(':importId'), title('Import'), () => import('./import/import-page.tsx')),
          pageRoute(operatorPaths.brand, title('Brand'), () => import('./brand/brand-page.tsx')),
          pageRoute(operatorPaths.staff, title('Staff'), () => import('./staff/staff-page.tsx')),
          pageRoute(operatorPaths.account, title('Account'), () => import('./account/account-page.tsx')),
        ],
      },
    ],
  },
]
