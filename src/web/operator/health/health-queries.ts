import { queryOptions } from '@tanstack/react-query'
import { consoleDomainHealth, consoleHealth } from '#shared/api/console/health.ts'
import { overviewOf } from '#shared/health/health-rows.ts'
import { callStaff } from '../call-staff.ts'
import { consoleKey } from '../staff-session.ts'

export const healthQuery = queryOptions({
  queryKey: [consoleKey, 'health'],
  queryFn: async ({ signal }) => overviewOf(await callStaff(consoleHealth, { signal })),
  meta: { quiet: true },
})

export const domainHealthQuery = (domainId: string) =>
  queryOptions({
    queryKey: [consoleKey, 'health', domainId],
    queryFn: ({ signal }) => callStaff(consoleDomainHealth, { params: { domainId }, signal }),
    meta: { quiet: true },
  })
