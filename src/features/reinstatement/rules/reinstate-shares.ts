import type { PersonName } from '#features/people/rules/person-name.ts'
import { sharesAfter, shownOf } from '#features/people/rules/shares-after.ts'
import type { PersonShare } from '#features/people/rules/username-update.ts'
import { type Platform, platforms } from '#features/plans/rules/catalog.ts'

/** A domain that is to come back, and what the people of its order had on it; nobody where that is not known. */
export interface DomainStanding {
  platform: Platform
  before: readonly PersonShare[]
}

export interface ReinstatedShares {
  /** What each person is shown to get on a domain of each platform: the most on any. */
  shares: PersonShare[]
  /** The same over all domains. */
  totals: Record<Platform, number>
  /** Why some people get fewer on one domain than on another of the same platform; null where nobody does. */
  uneven: Uneven | null
}

/** Their orders had different numbers; or only those differ of which nothing is known, which get the plan's. */
export type Uneven = 'orders' | 'unknown'

/** What these people get when these domains come back, as customers see it: the server makes what this says. */
export function reinstatedShares(
  people: readonly PersonName[],
  domains: readonly DomainStanding[],
): ReinstatedShares {
  const totals: Record<Platform, number> = { azure: 0, google: 0 }
  const shares = people.map(({ firstName, lastName }) => ({ firstName, lastName, azure: 0, google: 0 }))
  const seen: Record<Platform, { all: Set<string>; known: Set<string> }> = {
    azure: { all: new Set(), known: new Set() },
    google: { all: new Set(), known: new Set() },
  }
  for (const { platform, before } of domains) {
    const counts = shownOf(sharesAfter(people, before, [platform]), [platform]).map(
      (share) => share[platform],
    )
    for (const [at, share] of shares.entries()) {
      share[platform] = Math.max(share[platform], counts[at] ?? 0)
      totals[platform] += counts[at] ?? 0
    }
    seen[platform].all.add(counts.join())
    if (before.length > 0) seen[platform].known.add(counts.join())
  }
  const differ = (which: 'all' | 'known') => platforms.some((platform) => seen[platform][which].size > 1)
  return { shares, totals, uneven: differ('known') ? 'orders' : differ('all') ? 'unknown' : null }
}
