import { queryOptions } from '@tanstack/react-query'
import { getConfig } from '#features/brand/api/config.ts'
import { call } from '../api.ts'
import { askedWithPatience } from '../query-client.ts'

/** What the operator decides: names, addresses, switches. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(getConfig, { signal }),
  staleTime: 5 * 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  ...askedWithPatience,
  meta: { quiet: true },
})
