import { queryOptions } from '@tanstack/react-query'
import { consoleBrand } from '#shared/api/console/brand.ts'
import { configQuery } from '../../app-shell/config.ts'
import { queryClient } from '../../query-client.ts'
import { callStaff } from '../call-staff.ts'
import { consoleKey } from '../staff-session.ts'

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
