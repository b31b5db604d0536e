import { queryOptions } from '@tanstack/react-query'
import { staffList } from '#shared/api/staff.ts'
import { queryClient } from '../../query-client.ts'
import { callStaff } from '../call-staff.ts'
import { consoleKey } from '../staff-session.ts'

/** Who works here. */
export const colleaguesQuery = queryOptions({
  queryKey: [consoleKey, 'colleagues'],
  queryFn: async ({ signal }) => (await callStaff(staffList, { signal })).staff,
  // The page says it where the list would stand.
  meta: { quiet: true },
})

export const lookAgain = (): Promise<void> => queryClient.invalidateQueries(colleaguesQuery)
