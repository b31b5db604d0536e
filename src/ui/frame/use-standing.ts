import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lookAtStanding } from '#features/names/api/find-domains.ts'
import { isSigned, type StandingName } from '#features/names/rules/standing-records.ts'
import { call } from '../api.ts'
import { queryClient } from '../query-client.ts'

/** Looked up so often at most: what is late is known a moment later. */
const looksMax = 3
const againMs = 5_000

export interface Standing {
  /** What own names have in DNS now. Absent while it is looked up, and where that failed. */
  known: ReadonlyMap<string, StandingName>
  isLooking: boolean
}

const root = 'standing-records'

/**
 * Names that were looked up stay known while a page shows them: each look counts against a limit, and what is being
 * copied does not go away. One whose DNSSEC is to be turned off is looked at again.
 */
async function lookUp(names: readonly string[], signal: AbortSignal): Promise<StandingName[]> {
  const seen = new Map<string, StandingName>()
  for (const [, rows] of queryClient.getQueriesData<StandingName[]>({ queryKey: [root] }))
    for (const row of rows ?? []) if (row.isKnown) seen.set(row.domain, row)
  const asked = names.filter((name) => {
    const known = seen.get(name)
    return !known || isSigned(known)
  })
  if (asked.length > 0) {
    const { results } = await call(lookAtStanding, { body: { domains: asked }, signal })
    for (const row of results) if (row.isKnown || !seen.has(row.domain)) seen.set(row.domain, row)
  }
  return names.flatMap((name) => seen.get(name) ?? [])
}

/** Says what is kept of a name from now on; what a look-up under way has read of it is older. */
export async function noteKept(domain: string, kept: string[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: [root] })
  queryClient.setQueriesData<StandingName[]>({ queryKey: [root] }, (rows) =>
    rows?.map((row) => (row.domain === domain ? { ...row, kept } : row)),
  )
}

/** Looks up what own names have in DNS now. */
export function useStanding(names: readonly string[]): Standing {
  const { data, isLoading, isPlaceholderData } = useQuery({
    queryKey: [root, ...names],
    queryFn: ({ signal }) => lookUp(names, signal),
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
