/** What sellers of the field report; used until a customer's own figure exists, and called what it is. */
const assumedBurn = 0.15
/** Months of a domain's life that have to be seen before a customer's own burn counts. */
const monthsNeeded = 30
/** Days of warm-up until a new domain sends as much cold mail as any other. */
export const warmupDays = 21
/** Days until a bought domain has its mailboxes. */
export const purchaseDays = 2
/** How sure it is that the spares last until the next one is ready. */
const sureness = 0.995

export interface Burn {
  /** Share of the domains that burn in a month. */
  burn: number
  isAssumed: boolean
}

/** Used while nothing is known of a customer's own. */
export const burnAssumed: Burn = { burn: assumedBurn, isAssumed: true }

/**
 * What share of a customer's domains burns in a month.
 * @param lived months lived by all of their domains together, and how many of these have burnt
 */
export const burnOf = (lived: { domainMonths: number; burnt: number }): Burn =>
  lived.domainMonths < monthsNeeded
    ? burnAssumed
    : { burn: lived.burnt / lived.domainMonths, isAssumed: false }

/**
 * How many warm spares a customer needs so that a burnt domain is replaced on the same day: what burns while a new one is
 * bought and warmed up, also in an unlucky month.
 * @param burn share of the domains that burn in a month
 */
export const sparesRecommended = (domains: number, burn: number): number =>
  enoughFor((domains * burn * (warmupDays + purchaseDays)) / 30)

/**
 * The fewest that are enough in so many of all cases where `expected` burn on average (Poisson). A share of the expected
 * would keep too few for a small customer, whose luck varies most, and too many for a large one.
 */
function enoughFor(expected: number): number {
  // A large Poisson is a normal distribution, and exp(-745) is 0.
  if (expected > 400) return Math.ceil(expected + 2.576 * Math.sqrt(expected))
  let count = 0
  let chance = Math.exp(-expected)
  let atMost = chance
  while (atMost < sureness && count < expected * 10 + 10) {
    count++
    chance *= expected / count
    atMost += chance
  }
  return count
}
