import { queryOptions } from '@tanstack/react-query'
import { staffHealthMail } from '#features/health/api/console-health.ts'
import { staffSessions } from '#features/staff/api/staff.ts'
import { staffFactors } from '#features/staff/api/staff-factors.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'

/** Where one is signed in. */
export const ownAccountQuery = queryOptions({
  queryKey: [consoleKey, 'account'],
  queryFn: ({ signal }) => callStaff(staffSessions, { signal }),
  meta: { quiet: true },
})

export const lookAgain = (): Promise<void> => queryClient.invalidateQueries(ownAccountQuery)

/** Which mails about the health of domains one gets. */
export const healthMailQuery = queryOptions({
  queryKey: [consoleKey, 'account', 'health-mail'],
  queryFn: ({ signal }) => callStaff(staffHealthMail, { signal }),
  meta: { quiet: true },
})

/** One's second factors. */
export const ownFactorsQuery = queryOptions({
  queryKey: [consoleKey, 'factors'],
  queryFn: ({ signal }) => callStaff(staffFactors, { signal }),
})
