import { queryOptions } from '@tanstack/react-query'
import { staffSessions } from '#shared/api/staff.ts'
import { staffFactors } from '#shared/api/staff-factors.ts'
import { queryClient } from '../../query-client.ts'
import { callStaff } from '../call-staff.ts'
import { consoleKey } from '../staff-session.ts'

/** Where one is signed in. */
export const ownAccountQuery = queryOptions({
  queryKey: [consoleKey, 'account'],
  queryFn: ({ signal }) => callStaff(staffSessions, { signal }),
  meta: { quiet: true },
})

export const lookAgain = (): Promise<void> => queryClient.invalidateQueries(ownAccountQuery)

/** One's second factors. */
export const ownFactorsQuery = queryOptions({
  queryKey: [consoleKey, 'factors'],
  queryFn: ({ signal }) => callStaff(staffFactors, { signal }),
})
