import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { verifyAvailability } from '#features/names/api/find-domains.ts'
import { call } from '#ui/api.ts'

/** What is known of own names that were chosen. Nobody waits for it: a name without an answer says so. */
export function useOwnNames(names: readonly string[]) {
  const { data = [], isFetching } = useQuery({
    queryKey: ['own-names', ...names],
    queryFn: async ({ signal }) => {
      const { results } = await call(verifyAvailability, {
        body: { domains: [...names], is_user_own: 'yes' },
        signal,
      })
      return results
    },
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  })
  return { known: new Map(data.map((each) => [each.domain, each])), isLooking: isFetching }
}
