import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lookAtStanding } from '#shared/api/find-domains.ts'
import type { StandingName } from '#shared/domains/standing-records.ts'
import { call } from '../api.ts'

/** Looked up so often at most: what is late is known a moment later. */
const looksMax = 3
const againMs = 5_000

export interface Standing {
  /** What own names have in DNS now. Absent while it is looked up, and where that failed. */
  known: ReadonlyMap<string, StandingName>
  isLooking: boolean
}

/** Looks up what own names have in DNS now. */
export function useStanding(names: readonly string[]): Standing {
  const { data, isLoading, isPlaceholderData } = useQuery({
    queryKey: ['standing-records', ...names],
    queryFn: async ({ signal }) =>
      (await call(lookAtStanding, { body: { domains: [...names] }, signal })).results,
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data: seen, dataUpdateCount } }) =>
      seen?.some(({ isKnown }) => !isKnown) && dataUpdateCount < looksMax ? againMs : false,
    retry: false,
    meta: { quiet: true },
  })
  return {
    known: new Map(data?.map((each) => [each.domain, each])),
    isLooking: isLoading || isPlaceholderData,
  }
}
