import { queryOptions, useQuery } from '@tanstack/react-query'
import { getConfig, type PublicConfig } from '#shared/api/config.ts'
import { call } from '../api.ts'

/** What the operator decides: names, addresses, switches. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(getConfig, { signal }),
  staleTime: 5 * 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 2,
  meta: { quiet: true },
})

/** Only for what is rendered behind `RequireAuth`, which waits for it. */
export function useConfig(): PublicConfig {
  const { data } = useQuery(configQuery)
  if (!data) throw new Error('useConfig is for pages behind RequireAuth')
  return data
}
