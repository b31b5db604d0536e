import { queryOptions } from '@tanstack/react-query'
import { listConnections } from '#shared/api/connections.ts'
import { call } from '../../api.ts'

/** Credentials that were saved before. Without them everything can still be typed, so failing is not told. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async ({ signal }) => (await call(listConnections, { signal })).connections,
  meta: { quiet: true },
})
