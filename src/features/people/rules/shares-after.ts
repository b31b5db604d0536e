import { type Platform, platforms } from '#features/plans/rules/catalog.ts'
import { provisionedPerDomain, withoutSpare } from '#features/plans/rules/inbox-split.ts'
import { fullNameKey, type PersonName } from './person-name.ts'
import type { PersonShare } from './username-update.ts'

/**
 * What each of these people has on each domain from now on, where those of `before` were: by the plan's numbers, unless
 * the order has its own, as one that was brought in may. Then, on each platform,
 *
 * - whose number is the same by the plan keeps what they had;
 * - whose number rises keeps it as well, and may get more, up to the plan's;
 * - whose number falls gets the plan's, as the page says before the change; so does who joins;
 * - what those had who left goes to those who join, so that a new name makes no mailbox fewer. Where nobody joins, it goes
 *   to those who have less than the plan gives them;
 * - the sum never exceeds what the plan has in all, or what stood in all, whichever is more. What stood is the sum of what
 *   people have, of each the most that they have on any domain (see `mostOf`).
 */
export function sharesAfter(
  people: readonly PersonName[],
  before: readonly PersonShare[],
  running: readonly Platform[],
): PersonShare[] {
  const counts: Record<Platform, readonly number[]> = { azure: [], google: [] }
  for (const platform of platforms) {
    // Domains that are gone now may come back, for those who are the people then.
    const hasAny = running.includes(platform) || before.some((share) => share[platform] > 0)
    if (hasAny) counts[platform] = countsAfter(people, before, platform)
  }
  return people.map(({ firstName, lastName }, at) => ({
    firstName,
    lastName,
    azure: counts.azure[at] ?? 0,
    google: counts.google[at] ?? 0,
  }))
}

/** What customers see of such numbers on these platforms: no more on a domain than is sold, the rest is spare. */
export function shownOf(shares: readonly PersonShare[], present: readonly Platform[]): PersonShare[] {
  const counts: Record<Platform, readonly number[]> = { azure: [], google: [] }
  for (const platform of present)
    counts[platform] = withoutSpare(
      platform,
      shares.map((share) => share[platform]),
    )
  return shares.map((share, at) => ({
    ...share,
    azure: counts.azure[at] ?? 0,
    google: counts.google[at] ?? 0,
  }))
}

/** Domains whose people are to be others: what these had on each of them, spare ones included. */
export interface Standing {
  before: readonly PersonShare[]
  platforms: readonly Platform[]
}

/**
 * What customers are shown of what these people will have on each domain; where that differs between domains, each of
 * them has the most that they get on any.
 */
export function shownAfter(people: readonly PersonName[], on: readonly Standing[]): PersonShare[] {
  const each = on.map(({ before, platforms }) => shownOf(sharesAfter(people, before, platforms), platforms))
  return people.map(({ firstName, lastName }, at) => ({
    firstName,
    lastName,
    azure: Math.max(0, ...each.map((shares) => shares[at]?.azure ?? 0)),
    google: Math.max(0, ...each.map((shares) => shares[at]?.google ?? 0)),
  }))
}

interface Place {
  planned: number
  joins: boolean
  /** Keeps what they had, to the mailbox. */
  isFixed: boolean
  count: number
}

function countsAfter(
  people: readonly PersonName[],
  before: readonly PersonShare[],
  platform: Platform,
): number[] {
  const plannedBefore = provisionedPerDomain(platform, before.length)
  const planned = provisionedPerDomain(platform, people.length)
  const leaving = new Map(
    before.map((share, at) => [
      fullNameKey(share),
      { had: share[platform], planned: plannedBefore[at] ?? 0 },
    ]),
  )
  const stood = sumOf(before.map((share) => share[platform]))
  const places = people.map((person, at): Place => {
    const key = fullNameKey(person)
    const was = leaving.get(key)
    leaving.delete(key)
    const now = planned[at] ?? 0
    if (!was) return { planned: now, joins: true, isFixed: false, count: 0 }
    // Where nobody has any there is nothing to keep.
    const isFixed = now === was.planned && stood > 0
    return {
      planned: now,
      joins: false,
      isFixed,
      count: now < was.planned ? Math.min(was.had, now) : was.had,
    }
  })
  const left = sumOf([...leaving.values()].map(({ had }) => had))
  const isJoined = places.some(({ joins }) => joins)
  const withLeft = sumOf(places.map(({ count }) => count)) + left

  deal(places, Math.max(sumOf(planned), stood), (place) => (place.isFixed ? 0 : place.planned))
  deal(places, withLeft, (place) => (isJoined ? (place.joins ? Number.POSITIVE_INFINITY : 0) : place.planned))
  return places.map(({ count }) => count)
}

/** One at a time to who has the fewest, the first of them, until they have `total` in all or nobody may have more. */
function deal(places: readonly Place[], total: number, most: (place: Place) => number): void {
  for (let dealt = sumOf(places.map(({ count }) => count)); dealt < total; dealt++) {
    const [next] = places.filter((place) => place.count < most(place)).sort((a, b) => a.count - b.count)
    if (!next) return
    next.count += 1
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
