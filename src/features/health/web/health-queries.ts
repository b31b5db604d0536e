import { queryOptions } from '@tanstack/react-query'
import { call } from '#ui/api.ts'
import { domainsHealth, domainsStrips, oneDomainsHealth } from '../api/health.ts'
import type { ActOfDomain } from '../rules/health-view.ts'
import type { StripsSource } from './parts/domain-rows.tsx'

/** Looks come every hour; whoever leaves the page open sees them some minutes later. */
const againEveryMs = 5 * 60_000
/** A rest is confirmed by the sending tool within seconds, as a rule. */
const soonMs = 3_000

const isUnconfirmed = (act: ActOfDomain | null | undefined): boolean =>
  (act?.state === 'resting' || act?.state === 'returning') && act.confirmedAt === null

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(domainsHealth, { signal }),
  refetchInterval: againEveryMs,
  refetchOnReconnect: true,
  meta: { quiet: true },
})

export const strips: StripsSource = {
  queryKey: ['health', 'strips'],
  load: async (ids, signal) => (await call(domainsStrips, { query: { ids }, signal })).strips,
}

export const domainHealthQuery = (domainId: string) =>
  queryOptions({
    queryKey: ['health', domainId],
    queryFn: ({ signal }) => call(oneDomainsHealth, { params: { domainId }, signal }),
    refetchInterval: ({ state: { data } }) => (isUnconfirmed(data?.act) ? soonMs : againEveryMs),
    refetchOnReconnect: true,
    meta: { quiet: true },
  })
