import { queryOptions } from '@tanstack/react-query'
import { ownSessions } from '#shared/api/account.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../query-client.ts'

/** Where the customer is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(ownSessions, { signal }),
  meta: { quiet: true },
})

export const lookAtSessionsAgain = (): Promise<void> => queryClient.invalidateQueries(sessionsQuery)
