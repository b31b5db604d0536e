import { queryOptions } from '@tanstack/react-query'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { configQuery } from '#ui/frame/config.ts'
import { queryClient } from '#ui/query-client.ts'
import { consoleBrand } from '../api/console-brand.ts'

/** Name, look and words of the installation, and the versions they had. */
export const brandQuery = queryOptions({
  queryKey: [consoleKey, 'brand'],
  queryFn: ({ signal }) => callStaff(consoleBrand, { signal }),
  // What is being entered is based on it.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { quiet: true },
})

/** After a change: this page shows the new look as every other one does. */
export const lookAgain = async (): Promise<void> => {
  await Promise.all([queryClient.invalidateQueries(brandQuery), queryClient.refetchQueries(configQuery)])
}
