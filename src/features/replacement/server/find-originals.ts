import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { feesOf } from '#base/db/left-of-payment.ts'
import { bundles, domainNames, domains } from '#base/db/schema/index.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import { isPaidFor } from '#delivery/domains/paid-for.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { factsOf, hasExpired } from '#delivery/provisioning/facts.ts'
import { costsNoMore } from '#features/checkout/rules/pricing.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import type { Prices } from '#features/plans/rules/price-list.ts'
import type { ReplaceDomainsBody } from '../rules/replace-request.ts'

/** A domain, and the name that takes its place. */
export interface Pair {
  original: typeof domains.$inferSelect
  /** Of the order that it is in. */
  plan: PlanId
  orderId: string
  newName: string
  /** The original goes on for some weeks after the new one is delivered. */
  withOverlap: boolean
}

/** In the order of the pairs. */
export const originalIdsOf = (pairs: readonly Pair[]): string[] => pairs.map(({ original }) => original.id)

export const orderedAlready = (name: string) =>
  conflict(`A replacement for ${name} has been ordered already.`)

/** Of two that are asked for at the same moment, the later one; the first is held, and is not paid for yet. */
export const askedAtOnce = (name: string) =>
  conflict(
    `Another replacement for ${name} was asked for at the same moment, in another window or by somebody else, and waits for its payment. Nothing has been ordered or charged here. To replace ${name} by what you entered instead, confirm again.`,
  )

/**
 * The domains that a request is about: each runs, or was taken by its owner, in a live order of this customer, and no
 * replacement has started. Throws a `Refusal` when one of them is not so.
 */
export async function findOriginals(
  db: Db,
  customerId: string,
  request: ReplaceDomainsBody,
): Promise<Pair[]> {
  const rows = await db
    .select({ domain: domains, plan: bundles.plan, orderId: bundles.orderId })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(
      and(
        eq(domains.customerId, customerId),
        inArray(
          domains.name,
          request.map((each) => each.originalDomain),
        ),
        or(isRunning, and(isNotNull(domains.takenAt), isNull(domains.replacedAt))),
        eq(bundles.status, 'live'),
      ),
    )
  return request.map(({ originalDomain, newDomain, overlap }) => {
    const row = rows.find(({ domain }) => domain.name === originalDomain)
    if (!row) throw notFound(`${originalDomain} is not among your active domains.`)
    const { domain: original, plan, orderId } = row
    if (original.replacedAt) throw orderedAlready(originalDomain)
    return { original, plan, orderId, newName: newDomain, withOverlap: overlapOf(original, overlap === true) }
  })
}

/**
 * One that serves nobody yet has nothing to go on with: what was chosen for the one before it stays. Nor has one whose place
 * a spare took: its time for replies has been running since.
 */
function overlapOf({ spentAt, deliveredAt, withOverlap }: Pair['original'], isChosen: boolean): boolean {
  if (spentAt) return false
  return deliveredAt ? isChosen : withOverlap
}

/** Those whose original was bought, paid for and has no registration, and whose new name costs no more: they are free. */
export async function freeAmong(
  db: Db,
  pairs: readonly Pair[],
  prices: Prices,
  { lock = false }: { lock?: boolean } = {},
): Promise<Pair[]> {
  const paid = await feesOf(db, originalIdsOf(pairs), { lock })
  const fees = Map.groupBy(paid, ({ heldId }) => heldId)
  const rows = await db
    .select({ name: domainNames.name, registration: domainNames.registration, facts: domainNames.facts })
    .from(domainNames)
    .where(
      inArray(
        domainNames.name,
        pairs.map(({ original }) => original.name),
      ),
    )
  const registrations = new Map(
    rows.map((row) => [row.name, { registration: row.registration, hasEnded: hasExpired(factsOf(row)) }]),
  )
  return pairs.filter(
    ({ original, newName }) =>
      isPaidFor(original, registrations.get(original.name), fees.get(original.id) ?? []) &&
      costsNoMore(newName, original.name, prices),
  )
}

/** Keeps the fees of free replacements from going back meanwhile: one that goes back now pays for no other name. */
export async function lockFees(tx: Db, free: readonly Pair[], prices: Prices): Promise<void> {
  const still = await freeAmong(tx, free, prices, { lock: true })
  const gone = free.find((pair) => !still.includes(pair))
  if (gone)
    throw conflict(
      `What you paid for ${gone.original.name} has just been refunded, so another domain costs its price. Please try again.`,
    )
}
