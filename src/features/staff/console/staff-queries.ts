import { queryOptions } from '@tanstack/react-query'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'
import { staffList } from '../api/staff.ts'

/** Who works here. */
export const colleaguesQuery = queryOptions({
  queryKey: [consoleKey, 'colleagues'],
  queryFn: async ({ signal }) => (await callStaff(staffList, { signal })).staff,
  // The page says it where the list would stand.
  meta: { quiet: true },
})

export const lookAgain = (): Promise<void> => queryClient.invalidateQueries(colleaguesQuery)
