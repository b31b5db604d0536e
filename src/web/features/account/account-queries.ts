import { queryOptions } from '@tanstack/react-query'
import { ownSecondFactor, ownSessions } from '#shared/api/account.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../query-client.ts'

/** Where the customer is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(ownSessions, { signal }),
  meta: { quiet: true },
})

export const lookAtSessionsAgain = (): Promise<void> => queryClient.invalidateQueries(sessionsQuery)

/** Whether signing in asks for a second factor. */
export const factorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: ({ signal }) => call(ownSecondFactor, { signal }),
})

export const lookAtFactorAgain = (): Promise<void> => queryClient.invalidateQueries(factorQuery)
