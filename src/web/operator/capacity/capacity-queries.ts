import { queryOptions } from '@tanstack/react-query'
import { consoleAccountPage, consoleCapacity } from '#shared/api/console/capacity.ts'
import { consoleDnsAccounts } from '#shared/api/console/dns-accounts.ts'
import { queryClient } from '../../query-client.ts'
import { callStaff } from '../call-staff.ts'
import { consoleKey } from '../staff-session.ts'

const minuteMs = 60_000
const capacityKey = 'capacity'

/** Every tenant and Google account. */
export const capacityQuery = queryOptions({
  queryKey: [consoleKey, capacityKey, 'all'],
  queryFn: ({ signal }) => callStaff(consoleCapacity, { signal }),
  refetchInterval: 5 * minuteMs,
  staleTime: minuteMs,
  meta: { quiet: true },
})

export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: [consoleKey, capacityKey, 'one', accountId],
    queryFn: ({ signal }) => callStaff(consoleAccountPage, { params: { accountId }, signal }),
    meta: { quiet: true },
  })

/** Accounts at the registrar. What is left of their hour changes from minute to minute. */
export const dnsAccountsQuery = queryOptions({
  queryKey: [consoleKey, capacityKey, 'dns'],
  queryFn: ({ signal }) => callStaff(consoleDnsAccounts, { signal }),
  refetchInterval: minuteMs,
  meta: { quiet: true },
})

export const lookAtCapacityAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [consoleKey, capacityKey] })
