import { queryOptions } from '@tanstack/react-query'
import { planDomainMove, readDomainMove } from '#features/domains/api/console-domains.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'
import { consoleAccountPage, consoleCapacity } from '../api/console-capacity.ts'
import { consoleDnsAccounts } from '../api/console-dns-accounts.ts'

const minuteMs = 60_000
/** While domains move an account's page looks again after this: it counts all that stands there. */
const accountWhileMovingMs = 5_000
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
    refetchInterval: ({ state: { data } }) => (data && data.moves.length > 0 ? accountWhileMovingMs : false),
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

/** What a move of these domains to an account would do now. */
export const movePlanQuery = (ids: readonly string[], account: string) =>
  queryOptions({
    queryKey: [consoleKey, 'move-plan', account, ids],
    queryFn: ({ signal }) => callStaff(planDomainMove, { body: { ids: [...ids], account }, signal }),
    enabled: account !== '',
    // Another look for another dialog: rooms fill.
    gcTime: 0,
    meta: { quiet: true },
  })

/** So often somebody who watches sees how far it is. */
const whileMovingMs = 1_000

/** How far it is with domains that are placed elsewhere together. */
export const moveQuery = (moveId: string) =>
  queryOptions({
    queryKey: [consoleKey, 'domain-moves', moveId],
    queryFn: ({ signal }) => callStaff(readDomainMove, { params: { moveId }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'moving' ? whileMovingMs : false),
    meta: { quiet: true },
  })
