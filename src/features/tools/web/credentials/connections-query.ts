import { queryOptions } from '@tanstack/react-query'
import { call } from '#ui/api.ts'
import { listConnections } from '../../api/connections.ts'

/** Credentials that were saved before. Without them everything can still be typed, so failing is not told. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async ({ signal }) => (await call(listConnections, { signal })).connections,
  meta: { quiet: true },
})
