import type { PersonName } from '../people/person-name.ts'
import { sharesAfter, shownOf } from '../people/shares-after.ts'
import type { PersonShare } from '../people/username-update.ts'
import type { Platform } from '../plans/catalog.ts'

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
  /** Some people get fewer on one domain than on another of the same platform. */
  isUneven: boolean
}

/** What these people get when these domains come back, as customers see it: the server makes what this says. */
export function reinstatedShares(
  people: readonly PersonName[],
  domains: readonly DomainStanding[],
): ReinstatedShares {
  const totals: Record<Platform, number> = { azure: 0, google: 0 }
  const shares = people.map(({ firstName, lastName }) => ({ firstName, lastName, azure: 0, google: 0 }))
  const seen = new Map<Platform, string>()
  let isUneven = false
  for (const { platform, before } of domains) {
    const counts = shownOf(sharesAfter(people, before, [platform]), [platform]).map(
      (share) => share[platform],
    )
    for (const [at, share] of shares.entries()) {
      share[platform] = Math.max(share[platform], counts[at] ?? 0)
      totals[platform] += counts[at] ?? 0
    }
    const text = counts.join()
    isUneven ||= (seen.get(platform) ?? text) !== text
    seen.set(platform, text)
  }
  return { shares, totals, isUneven }
}
