import { queryOptions } from '@tanstack/react-query'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { consoleDomainHealth, consoleHealth, consoleStrips, refusedReports } from '../api/console-health.ts'
import type { StripsSource } from '../web/parts/domain-rows.tsx'

/** Looks come every hour; the days beside the states are asked for again as often. */
const againEveryMs = 5 * 60_000

export const healthQuery = queryOptions({
  queryKey: [consoleKey, 'health'],
  queryFn: ({ signal }) => callStaff(consoleHealth, { signal }),
  refetchInterval: againEveryMs,
  refetchOnReconnect: true,
  meta: { quiet: true },
})

export const refusedReportsQuery = queryOptions({
  queryKey: [consoleKey, 'health', 'refused-reports'],
  queryFn: ({ signal }) => callStaff(refusedReports, { signal }),
  meta: { quiet: true },
})

export const strips: StripsSource = {
  queryKey: [consoleKey, 'health', 'strips'],
  load: async (ids, signal) => (await callStaff(consoleStrips, { query: { ids }, signal })).strips,
}

export const domainHealthQuery = (domainId: string) =>
  queryOptions({
    queryKey: [consoleKey, 'health', domainId],
    queryFn: ({ signal }) => callStaff(consoleDomainHealth, { params: { domainId }, signal }),
    meta: { quiet: true },
  })
