import type { LoaderFunction } from 'react-router'
import { ownAccountQuery, ownFactorsQuery } from '#features/accounts/console/account-queries.ts'
import { brandQuery } from '#features/brand/console/brand-queries.ts'
import { accountQuery, capacityQuery, dnsAccountsQuery } from '#features/capacity/console/capacity-queries.ts'
import {
  customerSearchOf,
  customersQuery,
  factsQuery,
  notesQuery,
} from '#features/customers/console/customer-queries.ts'
import {
  accountsQuery,
  domainFiltersOf,
  domainQuery,
  domainsQuery,
} from '#features/domains/console/domain-queries.ts'
import { importQuery, importsQuery } from '#features/fleet-import/console/import-queries.ts'
import { domainHealthQuery, healthQuery } from '#features/health/console/health-queries.ts'
import { checksQuery, figuresQuery, homeQuery } from '#features/home/console/home-queries.ts'
import { moneyQuery } from '#features/money/console/money-queries.ts'
import { orderFiltersOf, orderQuery, ordersQuery } from '#features/orders/console/order-queries.ts'
import { mailboxQuery } from '#features/people/console/mailbox-queries.ts'
import { plansQuery } from '#features/plans/console/plans-queries.ts'
import { colleaguesQuery } from '#features/staff/console/staff-queries.ts'
import { workFilterOf } from '#features/work/console/work-filter.ts'
import { workQuery } from '#features/work/console/work-queries.ts'
import {
  accountPath,
  customerPath,
  domainHealthPath,
  domainPath,
  importPath,
  mailboxPath,
  operatorPaths,
  orderPath,
} from '#ui/console/operator-paths.ts'
import { mayOpen } from '#ui/console/page-rights.ts'
import { staffQuery } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'

interface At {
  /** What the page is about, as its address names it; empty for a list. */
  id: string
  address: URLSearchParams
}

const ask: typeof queryClient.prefetchQuery = (query) => queryClient.prefetchQuery(query)
const askPages: typeof queryClient.prefetchInfiniteQuery = (query) => queryClient.prefetchInfiniteQuery(query)

interface EarlyPage {
  /** Its address, with at most one part that stands for what it is about (`:id`). */
  path: string
  asks: (at: At) => Promise<unknown>[]
}

/** What each page asks the server for as soon as it is drawn. */
export const earlyPages = {
  home: {
    path: operatorPaths.home,
    asks: () => [ask(homeQuery), ask(capacityQuery), ask(figuresQuery), ask(checksQuery)],
  },
  work: {
    path: operatorPaths.work,
    asks: ({ address }) => [askPages(workQuery(workFilterOf(address, address.get('customer') ?? '')))],
  },
  customers: {
    path: operatorPaths.customers,
    asks: ({ address }) => [askPages(customersQuery(customerSearchOf(address)))],
  },
  customer: { path: customerPath(':id'), asks: ({ id }) => [ask(factsQuery(id)), ask(notesQuery(id))] },
  orders: {
    path: operatorPaths.orders,
    asks: ({ address }) => [askPages(ordersQuery(orderFiltersOf(address)))],
  },
  order: {
    path: orderPath(':id'),
    asks: ({ id }) => [ask(orderQuery(id)), askPages(domainsQuery({ order: id }))],
  },
  domains: {
    path: operatorPaths.domains,
    asks: ({ address }) => [askPages(domainsQuery(domainFiltersOf(address))), ask(accountsQuery)],
  },
  domain: { path: domainPath(':id'), asks: ({ id }) => [ask(domainQuery(id))] },
  mailbox: { path: mailboxPath(':id'), asks: ({ id }) => [ask(mailboxQuery(id))] },
  capacity: { path: operatorPaths.capacity, asks: () => [ask(capacityQuery), ask(dnsAccountsQuery)] },
  account: {
    path: accountPath(':id'),
    asks: ({ id }) => [ask(accountQuery(id)), askPages(domainsQuery({ account: id }))],
  },
  health: { path: operatorPaths.health, asks: () => [ask(healthQuery)] },
  domainHealth: { path: domainHealthPath(':id'), asks: ({ id }) => [ask(domainHealthQuery(id))] },
  money: { path: operatorPaths.money, asks: ({ address }) => [ask(moneyQuery(address.get('month') ?? ''))] },
  plans: { path: operatorPaths.plans, asks: () => [ask(plansQuery)] },
  imports: { path: operatorPaths.imports, asks: () => [ask(importsQuery)] },
  import: { path: importPath(':id'), asks: ({ id }) => [ask(importQuery(id))] },
  brand: { path: operatorPaths.brand, asks: () => [ask(brandQuery)] },
  staff: { path: operatorPaths.staff, asks: () => [ask(colleaguesQuery)] },
  ownAccount: { path: operatorPaths.account, asks: () => [ask(ownAccountQuery), ask(ownFactorsQuery)] },
} satisfies Record<string, EarlyPage>

export type EarlyPageName = keyof typeof earlyPages

function askFor({ asks }: EarlyPage, pathname: string, at: At): void {
  queryClient.ensureQueryData(staffQuery).then(
    (staff) => staff && mayOpen(staff.role, pathname) && asks(at),
    () => {},
  )
}

/**
 * For a page's route: asks for what it shows while its code travels, as soon as it is known that staff are there. The
 * page asks for the same, finds it under way, and says what did not arrive.
 */
export const askEarly =
  (page: EarlyPageName): LoaderFunction =>
  ({ params: { id = '' }, request }) => {
    const { pathname, searchParams: address } = new URL(request.url)
    askFor(earlyPages[page], pathname, { id, address })
    return null
  }

/** The same for the address that the browser opens, before there is a router. */
export function askForAddress({ pathname, search }: { pathname: string; search: string }): void {
  const parts = partsOf(pathname)
  const page = Object.values<EarlyPage>(earlyPages).find(({ path }) => isAt(partsOf(path), parts))
  const at = { id: parts[2] ?? '', address: new URLSearchParams(search) }
  if (page) askFor(page, pathname, at)
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)

const isAt = (page: string[], parts: string[]): boolean =>
  page.length === parts.length && page.every((part, at) => part === ':id' || part === parts[at])
