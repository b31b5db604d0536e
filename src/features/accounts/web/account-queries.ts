import { queryOptions } from '@tanstack/react-query'
import { ownHealthMail } from '#features/health/api/health.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'
import { factorRule, ownSecondFactor, ownSessions } from '../api/account.ts'

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

/** Whether the account asks everybody for one. */
export const ruleQuery = queryOptions({
  queryKey: ['account', 'second-factor-rule'],
  queryFn: ({ signal }) => call(factorRule, { signal }),
  // Whoever is held up by the rule is told so by their page.
  meta: { quiet: true },
})

/** Which mails about the health of domains come. */
export const healthMailQuery = queryOptions({
  queryKey: ['account', 'health-mail'],
  queryFn: ({ signal }) => call(ownHealthMail, { signal }),
  meta: { quiet: true },
})

export const lookAtFactorAgain = async (): Promise<void> => {
  await Promise.all([queryClient.invalidateQueries(factorQuery), queryClient.invalidateQueries(ruleQuery)])
}
