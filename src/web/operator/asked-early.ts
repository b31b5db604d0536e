import type { LoaderFunction } from 'react-router'
import { queryClient } from '../query-client.ts'
import { ownAccountQuery, ownFactorsQuery } from './account/account-queries.ts'
import { brandQuery } from './brand/brand-queries.ts'
import { accountQuery, capacityQuery, dnsAccountsQuery } from './capacity/capacity-queries.ts'
import { customerSearchOf, customersQuery, factsQuery, notesQuery } from './customers/customer-queries.ts'
import { accountsQuery, domainFiltersOf, domainQuery, domainsQuery } from './domains/domain-queries.ts'
import { domainHealthQuery, healthQuery } from './health/health-queries.ts'
import { checksQuery, figuresQuery, homeQuery } from './home/home-queries.ts'
import { importQuery, importsQuery } from './import/import-queries.ts'
import { mailboxQuery } from './mailboxes/mailbox-queries.ts'
import { moneyQuery } from './money/money-queries.ts'
import { orderFiltersOf, orderQuery, ordersQuery } from './orders/order-queries.ts'
import { mayOpen } from './page-rights.ts'
import { plansQuery } from './plans/plans-queries.ts'
import { colleaguesQuery } from './staff/staff-queries.ts'
import { staffQuery } from './staff-session.ts'
import { workFilterOf } from './work/work-filter.ts'
import { workQuery } from './work/work-queries.ts'

interface At {
  /** What the page is about, as its address names it; empty for a list. */
  id: string
  address: URLSearchParams
}

const ask: typeof queryClient.prefetchQuery = (query) => queryClient.prefetchQuery(query)
const askPages: typeof queryClient.prefetchInfiniteQuery = (query) => queryClient.prefetchInfiniteQuery(query)

/** What each page asks the server for as soon as it is drawn. */
const shownOn = {
  home: () => [ask(homeQuery), ask(capacityQuery), ask(figuresQuery), ask(checksQuery)],
  work: ({ address }: At) => [askPages(workQuery(workFilterOf(address, address.get('customer') ?? '')))],
  customers: ({ address }: At) => [askPages(customersQuery(customerSearchOf(address)))],
  customer: ({ id }: At) => [ask(factsQuery(id)), ask(notesQuery(id))],
  orders: ({ address }: At) => [askPages(ordersQuery(orderFiltersOf(address)))],
  order: ({ id }: At) => [ask(orderQuery(id)), askPages(domainsQuery({ order: id }))],
  domains: ({ address }: At) => [askPages(domainsQuery(domainFiltersOf(address))), ask(accountsQuery)],
  domain: ({ id }: At) => [ask(domainQuery(id))],
  mailbox: ({ id }: At) => [ask(mailboxQuery(id))],
  capacity: () => [ask(capacityQuery), ask(dnsAccountsQuery)],
  account: ({ id }: At) => [ask(accountQuery(id)), askPages(domainsQuery({ account: id }))],
  health: () => [ask(healthQuery)],
  domainHealth: ({ id }: At) => [ask(domainHealthQuery(id))],
  money: ({ address }: At) => [ask(moneyQuery(address.get('month') ?? ''))],
  plans: () => [ask(plansQuery)],
  imports: () => [ask(importsQuery)],
  import: ({ id }: At) => [ask(importQuery(id))],
  brand: () => [ask(brandQuery)],
  staff: () => [ask(colleaguesQuery)],
  ownAccount: () => [ask(ownAccountQuery), ask(ownFactorsQuery)],
} satisfies Record<string, (at: At) => Promise<unknown>[]>

export type EarlyPage = keyof typeof shownOn

/**
 * For a page's route: asks for what it shows while its code travels, as soon as it is known that staff are there. The
 * page asks for the same, finds it under way, and says what did not arrive.
 */
export const askEarly =
  (page: EarlyPage): LoaderFunction =>
  ({ params, request }) => {
    const [id = ''] = Object.values(params).map((value) => value ?? '')
    const { pathname, searchParams: address } = new URL(request.url)
    queryClient.ensureQueryData(staffQuery).then(
      (staff) => staff && mayOpen(staff.role, pathname) && shownOn[page]({ id, address }),
      () => {},
    )
    return null
  }
