import { useQuery } from '@tanstack/react-query'
import { searchDomain } from '#features/names/api/find-domains.ts'
import { call } from '#ui/api.ts'
import { isChecking } from './ask-until-known.ts'
import { type CartProps, FoundNames } from './found-names.tsx'

const shownMax = 8
const askAgainAfterMs = 1_200
const askedTimesMax = 20

interface SuggestedNamesProps extends CartProps {
  title: string
  /** The name that they are like. */
  seed: string
}

/** Names like one that nobody has searched for; nothing while none of them is known to be free. */
export function SuggestedNames({ title, seed, ...cart }: SuggestedNamesProps) {
  const { data = [] } = useQuery({
    queryKey: ['suggested-names', seed],
    queryFn: async ({ signal }) => (await call(searchDomain, { body: { domain: seed }, signal })).results,
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) =>
      state.data?.some(isChecking) && state.dataUpdateCount < askedTimesMax ? askAgainAfterMs : false,
    // Nobody asked for them.
    retry: false,
    meta: { quiet: true },
  })
  const free = data.filter(({ state }) => state === 'available' || state === 'check').slice(0, shownMax)
  if (free.length === 0) return null
  return (
    <section className="mt-2 flex flex-col gap-2">
      <h3 className="font-medium text-secondary">{title}</h3>
      <FoundNames label={title} names={free} query={seed} isStillChecking={false} {...cart} />
    </section>
  )
}
