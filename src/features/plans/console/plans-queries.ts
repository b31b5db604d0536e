import { queryOptions } from '@tanstack/react-query'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { configQuery } from '#ui/frame/config.ts'
import { queryClient } from '#ui/query-client.ts'
import { consolePlans } from '../api/console-plans.ts'

/** What is sold at which price, and the versions of that. */
export const plansQuery = queryOptions({
  queryKey: [consoleKey, 'plans'],
  queryFn: ({ signal }) => callStaff(consolePlans, { signal }),
  // What runs changes by itself; the form begins anew only with another version. What was asked for while the page's
  // code travelled is not asked for again.
  staleTime: 2_000,
  // What is being entered is based on it.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { quiet: true },
})

/** After a change. */
export const lookAtPlansAgain = async (): Promise<void> => {
  await Promise.all([queryClient.invalidateQueries(plansQuery), queryClient.refetchQueries(configQuery)])
}
