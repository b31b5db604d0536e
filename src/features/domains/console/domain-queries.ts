import { queryOptions } from '@tanstack/react-query'
import type { SentQueryOf } from '#base/api/endpoint.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { filtersOf } from '#ui/console/page/filters-of.ts'
import { pagesQuery } from '#ui/console/page/pages-query.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'
import {
  type ConsoleDomain,
  consoleAccounts,
  consoleDomainPage,
  consoleDomains,
} from '../api/console-domains.ts'

type DomainFilters = Record<string, string>
const domainsKey = 'domains'

/** What the address narrows the list to. */
export const domainFiltersOf = (address: URLSearchParams): DomainFilters =>
  filtersOf(address, ['text', 'state', 'cause', 'customer', 'order', 'account', 'host', 'tool'])

/** The list. The filters are as they stand in the address: the server refuses what it does not know. */
export const domainsQuery = (filters: DomainFilters) =>
  pagesQuery<ConsoleDomain>([domainsKey, filters], async (after, signal) => {
    const query = { ...filters, ...(after && { after }) } as SentQueryOf<typeof consoleDomains>
    const { domains, next } = await callStaff(consoleDomains, { query, signal })
    return { rows: domains, next }
  })

export const domainQuery = (domainId: string) =>
  queryOptions({
    queryKey: [consoleKey, domainsKey, 'one', domainId],
    queryFn: ({ signal }) => callStaff(consoleDomainPage, { params: { domainId }, signal }),
    // Something may be under way about it.
    refetchInterval: 15_000,
    meta: { quiet: true },
  })

/** Tenants and Google accounts. */
export const accountsQuery = queryOptions({
  queryKey: [consoleKey, 'accounts'],
  queryFn: async ({ signal }) => (await callStaff(consoleAccounts, { signal })).accounts,
  meta: { quiet: true },
})

export const lookAtDomainsAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [consoleKey, domainsKey] })
