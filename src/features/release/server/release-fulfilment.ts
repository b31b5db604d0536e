import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, checkoutItems, customers, domainNames, domains } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import type { Checkout, Fulfilment } from '#delivery/fulfilment.ts'
import { type HoldDependencies, releaseBundles } from '#features/billing/server/holds.ts'
import { noteSubscription } from '#features/billing/server/note-subscription.ts'
import { raiseBilling } from '#features/billing/server/raise-billing.ts'
import { bundleCents } from '#features/checkout/rules/pricing.ts'
import { endsByPaying } from '#features/orders/rules/order-holds.ts'
import { groupHolds } from '#features/orders/rules/order-status.ts'
import { billingPeriodDays } from '#features/plans/rules/catalog.ts'

type Item = Pick<typeof checkoutItems.$inferSelect, 'bundleId' | 'domainId'> & {
  /** The bundle that the item is, or that holds its domain now: for that one its name is registered again. */
  groupId: string | null
}

/**
 * Bundles that are paid for again go on under the subscription that this payment began; their old one bills what is left
 * to it, and ends where nothing is. What was released, cancelled or taken on hold by someone else since the page was
 * opened is not served for this payment, so its part goes back by itself.
 */
export const releaseFulfilment = (deps: HoldDependencies): Fulfilment => ({
  async keepWaiting(tx, { subjects }) {
    await keepOnHold(
      tx,
      subjects.flatMap(({ bundleId }) => bundleId ?? []),
    )
  },

  async paid(tx, checkout, subscription) {
    if (!subscription) throw new Error(`Checkout ${checkout.id} began no subscription.`)
    await noteSubscription(tx, checkout.customerId, subscription)
    const items = await itemsOf(tx, checkout.id)
    const released = await goOn(deps, tx, checkout, subscription.subscriptionId, items)
    // Whatever became of its bundles, it bills no others.
    await raiseBilling(tx, deps, subscription.subscriptionId)
    return items
      .filter(({ groupId }) => !groupId || !released.includes(groupId))
      .flatMap(({ bundleId, domainId }) => bundleId ?? domainId ?? [])
      .map((id) => ({ id, cause: 'over' }))
  },

  async expired() {
    // Nothing was held for it: the order stays on hold as it was.
  },

  async endUnpaid() {
    // Paying again is offered as long as the order is on hold.
  },
})

/** The holds that paying ends. */
async function keepOnHold(tx: Db, ids: readonly string[]): Promise<void> {
  const held = await tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(
      and(
        inArray(bundles.id, [...ids]),
        eq(bundles.status, 'live'),
        inArray(bundles.hold, groupHolds.filter(endsByPaying)),
      ),
    )
    .orderBy(bundles.id)
    .for('update')
  if (held.length < ids.length)
    throw conflict('Nothing of this order waits to be paid for again. Please reload the page.')
}

const itemsOf = (tx: Db, checkoutId: string): Promise<Item[]> =>
  tx
    .select({
      bundleId: checkoutItems.bundleId,
      domainId: checkoutItems.domainId,
      groupId: sql<string | null>`coalesce(${checkoutItems.bundleId}, ${domains.bundleId})`,
    })
    .from(checkoutItems)
    .leftJoin(domains, eq(domains.id, checkoutItems.domainId))
    .where(eq(checkoutItems.checkoutId, checkoutId))

/** Moves what is still on hold for its payment to the new subscription and releases it. Returns the ids of those. */
async function goOn(
  deps: HoldDependencies,
  tx: Db,
  checkout: Checkout,
  subscriptionId: string,
  items: readonly Item[],
): Promise<string[]> {
  const held = await tx
    .select({ id: bundles.id, subscriptionId: bundles.subscriptionId })
    .from(bundles)
    .innerJoin(customers, eq(customers.id, bundles.customerId))
    .where(
      and(
        inArray(
          bundles.id,
          items.flatMap(({ bundleId }) => bundleId ?? []),
        ),
        eq(bundles.status, 'live'),
        inArray(bundles.hold, groupHolds.filter(endsByPaying)),
        // Nothing of a suspended customer is served, whatever is paid.
        sql`${customers.suspendedAt} is null`,
      ),
    )
    .orderBy(bundles.id)
    .for('update', { of: bundles })
  const ids = held.map(({ id }) => id)
  for (const id of ids)
    await tx
      .update(bundles)
      .set({ subscriptionId, monthlyCents: bundleCents(checkout.quote, id) })
      .where(eq(bundles.id, id))
  for (const old of new Set(held.flatMap((bundle) => bundle.subscriptionId ?? [])))
    await raiseBilling(tx, deps, old)
  await releaseBundles(deps, tx, ids, groupHolds.filter(endsByPaying), {
    money: {
      cents: checkout.paidCents ?? checkout.amountCents,
      happened: (amount) => `We have received ${amount}.`,
    },
    billing: (price) => `From now on you pay ${price} every ${billingPeriodDays} days, until you cancel.`,
  })
  await markForRecheck(
    tx,
    items.flatMap(({ domainId, groupId }) =>
      domainId && groupId && ids.includes(groupId) ? [domainId] : [],
    ),
  )
  return ids
}

/** Names that have run out are registered again: what was seen before says nothing about now. */
async function markForRecheck(tx: Db, domainIds: readonly string[]): Promise<void> {
  const names = tx
    .select({ name: domains.name })
    .from(domains)
    .where(inArray(domains.id, [...domainIds]))
  await tx.update(domainNames).set({ recheckBefore: sql`now()` }).where(inArray(domainNames.name, names))
}
