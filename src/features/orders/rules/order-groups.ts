import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import type { GivenUpCause } from '#features/domains/rules/given-up.ts'
import { type DomainType, platformOf } from '#features/names/rules/domain-type.ts'
import { type PlanId, planIds, plans, platformContents } from '#features/plans/rules/catalog.ts'
import { type Naming, planLabel } from '#features/plans/rules/naming.ts'
import type { DomainStatus } from './order-status.ts'

/** The group of domains that name none. */
export const noGroup = 'no_group'

/**
 * The id of a group: that of its order with its place behind it. Ids that have little of their own let the
 * order list of a large account compress to two thirds of its size.
 *
 * @example groupIdOf('ord_01k9xy…', 2) === 'bun_01k9xy…_2'
 */
export const groupIdOf = (orderId: string, orderIndex: number): string =>
  `bun_${orderId.replace(/^ord_/, '')}_${orderIndex}`

/** What the rules on groups need of a domain. */
export interface GroupedDomain {
  domain: string
  domainType: DomainType
  status: DomainStatus
  groupId?: string | undefined
}

/**
 * Leaves out the entries of status `duplicate` whose name stands in the list another time. When all entries
 * of a name are duplicates the first one stays: a domain never vanishes from its group.
 */
export function dropDuplicates<D extends Pick<GroupedDomain, 'domain' | 'status'>>(
  domains: readonly D[],
): D[] {
  if (!domains.some(({ status }) => status === 'duplicate')) return [...domains]
  const names = new Set<string>()
  for (const entry of domains) if (entry.status !== 'duplicate') names.add(entry.domain.toLowerCase())
  return domains.filter((entry) => {
    if (entry.status !== 'duplicate') return true
    const name = entry.domain.toLowerCase()
    if (names.has(name)) return false
    names.add(name)
    return true
  })
}

/** The domains of each group without duplicates, in the order in which they come. */
export function groupDomains<D extends GroupedDomain>(domains: readonly D[]): Map<string, D[]> {
  const groups = Map.groupBy(domains, (entry) => entry.groupId || noGroup)
  for (const [groupId, members] of groups) groups.set(groupId, dropDuplicates(members))
  return groups
}

/** "Inboxyard Premium": the product's own label of a plan; its name alone for domains that belong to no group. */
export const orderTypeLabel = (plan: PlanId | undefined, naming: Naming): string =>
  plan ? planLabel(plan, naming) : naming.productName

/** Labels of these plans, in the order in which plans are offered. */
export const orderTypeLabels = (
  naming: Naming,
  plansShown: readonly PlanId[] = planIds,
): { value: PlanId; label: string }[] =>
  planIds
    .filter((plan) => plansShown.includes(plan))
    .map((value) => ({ value, label: orderTypeLabel(value, naming) }))

/** Emails per month that the live bundles of an order can send; one on hold sends none. */
export const monthlyCapacity = (
  bundles: Iterable<{ plan: PlanId; live: boolean; hold?: string | null | undefined }>,
): number => {
  let capacity = 0
  for (const { plan, live, hold } of bundles) if (live && !hold) capacity += plans[plan].monthlyCapacity
  return capacity
}

const capacityPerDomain = 1000

/** The capacity an order is shown with; one that tells none is estimated from its number of domains. */
export const shownCapacity = (capacity: number | null | undefined, domainCount: number): number =>
  typeof capacity === 'number' && Number.isFinite(capacity) ? capacity : domainCount * capacityPerDomain

/** "5,000 emails/mo". */
export const capacityText = (capacity: number): string => `${numberText(capacity)} emails/mo`

export interface DomainCounts {
  /** Places that are taken: a domain and the one that is about to replace it are one. */
  total: number
  /** Places of which a domain is delivered and sends. */
  active: number
  /** That another one has taken the place of. */
  replaced: number
  /** The same, before they served anybody. */
  givenUp: number
  /** Taken down without another one in their place. */
  cancelled: number
}

type CountedDomain = Pick<GroupedDomain, 'status'> & {
  replacementOrdered?: boolean | undefined
  givenUp?: GivenUpCause | undefined
}

/**
 * The domains of a list that run or are being set up, by the place that they share: one is listed behind the one
 * whose place it takes.
 */
function domainsByPlace<D extends CountedDomain>(domains: readonly D[]): D[][] {
  const places: D[][] = []
  let isTaking = false
  for (const domain of domains) {
    if (domain.status === 'cancelled' || domain.status === 'duplicate') continue
    if (isTaking) places.at(-1)?.push(domain)
    else places.push([domain])
    isTaking = domain.replacementOrdered === true
  }
  return places
}

/** Counts of a list without duplicates, as a person would count them. */
export function countDomains(domains: readonly CountedDomain[]): DomainCounts {
  const counts = { total: 0, active: 0, replaced: 0, givenUp: 0, cancelled: 0 }
  for (const { status, replacementOrdered = false, givenUp } of domains) {
    if (status === 'cancelled')
      counts[givenUp ? 'givenUp' : replacementOrdered ? 'replaced' : 'cancelled'] += 1
    else if (!replacementOrdered) counts.total += 1
  }
  for (const place of domainsByPlace(domains))
    if (place.some(({ status }) => status === 'done')) counts.active += 1
  return counts
}

/** "4 replaced before": what was there and is no more, in words; none where there is nothing. */
export const formerDomainTexts = ({ replaced, givenUp, cancelled }: DomainCounts): string[] => [
  ...(replaced > 0 ? [`${numberText(replaced)} replaced before`] : []),
  ...(givenUp > 0 ? [`${numberText(givenUp)} given up`] : []),
  ...(cancelled > 0 ? [`${numberText(cancelled)} cancelled`] : []),
]

/** "5,000 emails/mo · 2 domains · 2 active": the second line of an order in the list. */
export const orderLine = (capacity: number, counts: DomainCounts): string =>
  [capacityText(capacity), countOf(counts.total, 'domain'), `${numberText(counts.active)} active`].join(' · ')

/** "4 replaced before · 2 cancelled": the line below it, empty where there is nothing. */
export const formerLine = (counts: DomainCounts): string => formerDomainTexts(counts).join(' · ')

/**
 * How far a group is: mailboxes that the sending tool has, out of those sold; spare ones are not counted. A
 * domain that tells no number has all of its mailboxes when it is done, and none before. A place was sold once: while
 * its domain is replaced, it has as many as the better one of the two.
 */
export function inboxProgress(
  domains: readonly (Pick<GroupedDomain, 'domainType'> & CountedDomain & { inboxes?: number | undefined })[],
): { delivered: number; sold: number } {
  let delivered = 0
  let sold = 0
  for (const place of domainsByPlace(domains)) {
    const shares = place.map(({ domainType, status, inboxes }) => {
      const { soldPerDomain } = platformContents[platformOf[domainType]]
      const standing = inboxes ?? (status === 'done' ? soldPerDomain : 0)
      return { soldPerDomain, standing: Math.min(standing, soldPerDomain) }
    })
    delivered += Math.max(...shares.map(({ standing }) => standing))
    sold += Math.max(...shares.map(({ soldPerDomain }) => soldPerDomain))
  }
  return { delivered, sold }
}

/** "50 of 100 inboxes"; "100 inboxes" where all of them stand. */
export const inboxesText = ({ delivered, sold }: { delivered: number; sold: number }): string =>
  `${delivered < sold ? `${numberText(delivered)} of ` : ''}${numberText(sold)} inboxes`
