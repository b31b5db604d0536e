import { queryOptions } from '@tanstack/react-query'
import { call } from '#ui/api.ts'
import { reinstatePrefill } from '../api/reinstate.ts'

/** What stands on the domains that are to come back, and how their orders were set up. */
export const prefillQuery = (names: readonly string[]) =>
  queryOptions({
    queryKey: ['reinstate-prefill', ...names],
    queryFn: async ({ signal }) => {
      const answer = await call(reinstatePrefill, { body: { domains: [...names] }, signal })
      if (!answer.success) throw new Error('The settings were not found.')
      return answer
    },
    // What is being edited does not change under the customer's hands.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
