import { type Platform, type PlatformContents, platformContents } from './catalog.ts'

/** How many mailboxes stand on one domain of each platform, and how many of them are sold. */
export type Contents = Record<Platform, Pick<PlatformContents, 'mailboxesPerDomain' | 'soldPerDomain'>>

/** Divides evenly; what does not divide goes to the first ones. The parts always sum to `total`. */
export function splitEvenly(total: number, parts: number): number[] {
  const each = Math.floor(total / parts)
  const remainder = total % parts
  return Array.from({ length: parts }, (_, index) => each + (index < remainder ? 1 : 0))
}

const split: Record<Platform, (total: number, people: number) => number[]> = {
  azure: splitEvenly,
  // A Google domain's few mailboxes all bear one person's name.
  google: (total, people) => Array.from({ length: people }, (_, index) => (index === 0 ? total : 0)),
}

/** Mailboxes made on each domain of a platform, for each person in order. */
export const provisionedPerDomain = (
  platform: Platform,
  people: number,
  contents: Contents = platformContents,
): number[] => split[platform](contents[platform].mailboxesPerDomain, people)

/** Of a domain's mailboxes that stand, those that count for the customer, and those beyond: "2 spare". */
export function countDelivered(platform: Platform, standing: number, contents: Contents = platformContents) {
  const shown = Math.min(standing, contents[platform].soldPerDomain)
  return { shown, spare: standing - shown }
}

/**
 * Of the mailboxes that people have on a domain of a platform, each in order, those that customers are shown: what
 * `countDelivered` counts of them in all, so nobody is shown more than they have. What is spare is taken one at a time
 * from who has the most, of equals from the last.
 */
export function withoutSpare(
  platform: Platform,
  counts: readonly number[],
  contents: Contents = platformContents,
): number[] {
  const shown = [...counts]
  const { spare } = countDelivered(
    platform,
    shown.reduce((sum, count) => sum + count, 0),
    contents,
  )
  for (let taken = 0; taken < spare; taken++) {
    const fullest = shown.lastIndexOf(Math.max(...shown))
    shown[fullest] = (shown[fullest] ?? 0) - 1
  }
  return shown
}

/** Mailboxes shown on each domain of a platform, for each person in order: they sum to what the plan promises. */
export const shownPerDomain = (
  platform: Platform,
  people: number,
  contents: Contents = platformContents,
): number[] => withoutSpare(platform, provisionedPerDomain(platform, people, contents), contents)

export interface InboxFigures {
  perDomain: number
  /** Over all domains of the platform. */
  total: number
  /** Approximate where the domains do not divide evenly among the orders. */
  perOrder: number
}

export interface InboxTable {
  /** One row per person, in order. */
  rows: Record<Platform, InboxFigures>[]
  totals: Record<Platform, InboxFigures>
}

/** What the review shows of mailboxes: per person and in all, on each platform. */
export function inboxTable(
  order: { orderCount: number; domains: Record<Platform, number>; people: number },
  contents: Contents = platformContents,
): InboxTable {
  const figures = (platform: Platform, perDomain: number): InboxFigures => {
    const total = perDomain * order.domains[platform]
    return { perDomain, total, perOrder: Math.round(total / order.orderCount) }
  }
  const onEachPlatform = (perDomain: (platform: Platform) => number): Record<Platform, InboxFigures> => ({
    azure: figures('azure', perDomain('azure')),
    google: figures('google', perDomain('google')),
  })
  const shares = {
    azure: shownPerDomain('azure', order.people, contents),
    google: shownPerDomain('google', order.people, contents),
  }
  return {
    rows: Array.from({ length: order.people }, (_, index) =>
      onEachPlatform((platform) => shares[platform][index] ?? 0),
    ),
    totals: onEachPlatform((platform) => contents[platform].soldPerDomain),
  }
}
