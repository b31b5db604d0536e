import { queryOptions } from '@tanstack/react-query'
import { domainsHealth, oneDomainsHealth } from '#shared/api/health.ts'
import { call } from '../../api.ts'

/** Looks come every hour; whoever leaves the page open sees them some minutes later. */
const againEveryMs = 5 * 60_000

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(domainsHealth, { signal }),
  refetchInterval: againEveryMs,
  meta: { quiet: true },
})

export const domainHealthQuery = (domainId: string) =>
  queryOptions({
    queryKey: ['health', domainId],
    queryFn: ({ signal }) => call(oneDomainsHealth, { params: { domainId }, signal }),
    refetchInterval: againEveryMs,
    meta: { quiet: true },
  })
