import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, checkoutItems, customers, domainNames, domains, orders } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { moneyMail, priceOf } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { comesBack, releasedIfTaken } from '#delivery/domains/comes-back.ts'
import { lockNestedNames } from '#delivery/domains/nested-names.ts'
import type { Checkout, Fulfilment, Unserved } from '#delivery/fulfilment.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { disputedBundles } from '#features/billing/server/disputed-bundles.ts'
import { nothingHeld } from '#features/billing/server/holds.ts'
import { noteSubscription } from '#features/billing/server/note-subscription.ts'
import { bundleCents } from '#features/checkout/rules/pricing.ts'
import { payableElsewhere } from '#features/checkout/server/open-pages.ts'
import { endedAtOnce, pagesWhere, waitsNoLonger } from '#features/checkout/server/without-page.ts'
import { listUnderForwarding } from '#features/forwarding/server/list-under-forwarding.ts'
import { changePeople } from '#features/people/server/change-people.ts'
import { billingPeriodDays } from '#features/plans/rules/catalog.ts'
import { dropWishes } from './drop-wishes.ts'
import { holdReleased, isHeldElsewhere } from './hold-released.ts'

/** Drops wishes for a reinstatement that have waited too long and have no page to pay on. */
async function sweepUnpaidWishes(deps: Pick<Dependencies, 'queue'>, db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from bundles b where status = 'cancelled' and reinstate_wish is not null
        and ${waitsNoLonger(sql`b.changed_at`, sql`b.customer_id`)}
        and not exists ${pagesWhere(sql`i.bundle_id = b.id and c.kind = 'reinstate' and c.status <> 'paid'`)}
        limit ${endedAtOnce} for update skip locked`,
    )
    await dropWishes(
      deps,
      tx,
      rows.map(({ id }) => id),
    )
  })
}

type ReinstatementDependencies = Pick<
  Dependencies,
  'alert' | 'brand' | 'config' | 'outbox' | 'prices' | 'queue' | 'secrets'
>

/** Paid bundles come back with the settings they were asked for with; unpaid ones stay cancelled. */
export const reinstatementFulfilment = (deps: ReinstatementDependencies): Fulfilment => ({
  async keepWaiting(tx, { customerId, subjects }) {
    const ids = subjects.flatMap(({ bundleId }) => bundleId ?? [])
    await keepWished(tx, ids)
    await holdReleased(tx, customerId, ids)
  },

  nameIsTaken: (db, { customerId, subjects }) =>
    isHeldElsewhere(
      db,
      customerId,
      subjects.flatMap(({ bundleId }) => bundleId ?? []),
    ),

  async paid(tx, checkout, subscription, { waits }) {
    if (subscription) await noteSubscription(tx, checkout.customerId, subscription)
    const ids = await bundlesOf(tx, checkout.id)
    const found = await tx
      .select()
      .from(bundles)
      .where(inArray(bundles.id, ids))
      .orderBy(bundles.id)
      .for('update')
    const unserved: Unserved[] = []
    const disputed = await disputedBundles(
      tx,
      found.flatMap(({ id, status }) => (status === 'cancelled' ? id : [])),
    )
    for (const bundle of found)
      if (disputed.has(bundle.id)) unserved.push({ id: bundle.id, cause: 'disputed' })
      else if (!(await bringBack(deps, tx, bundle, checkout)))
        unserved.push({ id: bundle.id, cause: bundle.status === 'live' ? 'paid' : 'over' })
    await dropWishes(deps, tx, [...disputed])
    const [person] = await tx.select().from(customers).where(eq(customers.id, checkout.customerId))
    const isUnserved = new Set(unserved.map(({ id }) => id))
    const back = found.flatMap(({ id }) => (isUnserved.has(id) ? [] : id))
    if (person && back.length > 0) {
      const told = await mailedOrders(tx, back)
      await deps.outbox.put(tx, {
        key: `received:${checkout.id}`,
        ...moneyMail({
          to: person,
          subject: 'Your reinstatement is paid',
          cents: checkout.paidCents ?? checkout.amountCents,
          happened: (amount) => `We have received ${amount} for your reinstatement.`,
          orders: told.map((order) => ({ ...order, isNew: true, isSuspended: waits })),
          next: [
            `From now on you pay ${formatUsd(priceOf(told))} every ${billingPeriodDays} days, until you cancel.`,
          ],
          publicUrl: deps.config.publicUrl,
          link: `View your order: ${deps.config.publicUrl}/confirmed_order?session_id=${checkout.sessionId}`,
        }),
      })
    }
    await notifyCustomer(tx, checkout.customerId)
    return unserved
  },

  async expired(tx, checkout) {
    const ids = await bundlesOf(tx, checkout.id)
    await tx
      .select({ id: bundles.id })
      .from(bundles)
      .where(inArray(bundles.id, ids))
      .orderBy(bundles.id)
      .for('update')
    const kept = await payableElsewhere(tx, checkout, ids)
    await dropWishes(
      deps,
      tx,
      ids.filter((id) => !kept.has(id)),
    )
  },

  endUnpaid: (db) => sweepUnpaidWishes(deps, db),
})

async function keepWished(tx: Db, ids: readonly string[]): Promise<void> {
  const wished = await tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(
      and(inArray(bundles.id, [...ids]), eq(bundles.status, 'cancelled'), isNotNull(bundles.reinstateWish)),
    )
    .orderBy(bundles.id)
    .for('update')
  if (wished.length < ids.length)
    throw conflict('These orders do not wait to be reinstated any more. Please ask for them again.')
}

const bundlesOf = async (tx: Db, checkoutId: string): Promise<string[]> => {
  const rows = await tx
    .select({ id: checkoutItems.bundleId })
    .from(checkoutItems)
    .where(eq(checkoutItems.checkoutId, checkoutId))
  return rows.flatMap(({ id }) => (id ? [id] : []))
}

/** Returns whether it came back: not one that runs already, or is not wished for any more. */
async function bringBack(
  deps: ReinstatementDependencies,
  tx: Db,
  bundle: typeof bundles.$inferSelect,
  checkout: Checkout,
): Promise<boolean> {
  const wish = bundle.reinstateWish
  if (!wish || bundle.status !== 'cancelled' || bundle.operatorHeldSince) return false
  await tx
    .update(bundles)
    .set({
      status: 'live',
      ...nothingHeld,
      cancelledAt: null,
      cancelReason: null,
      reinstateWish: null,
      subscriptionId: checkout.subscriptionId,
      monthlyCents: bundleCents(checkout.quote, bundle.id),
      connectionId: wish.connectionId,
      companyName: wish.companyName,
      profilePictureLink: wish.profilePictureLink,
    })
    .where(eq(bundles.id, bundle.id))
  await tx.update(orders).set({ status: 'active' }).where(eq(orders.id, bundle.orderId))
  await lockNestedNames(tx, sql`array(select name from domains where bundle_id = ${bundle.id})`)
  const back = await tx
    .update(domains)
    .set({
      want: 'run',
      status: 'to do',
      statusNote: null,
      retireAt: null,
      releasedAt: releasedIfTaken,
      deliveredAt: null,
      setupStartedAt: null,
      forwardingUrl: wish.forwardingUrl,
      // An order comes back as a whole, with mailboxes on each domain: one whose place a spare took is a spare itself
      // from now on, which warms up from the beginning, and its health says whether it is fit to be used.
      spentAt: null,
      endedAt: null,
      fallShare: null,
    })
    .where(and(eq(domains.bundleId, bundle.id), comesBack))
    .returning({ name: domains.name, releasedAt: domains.releasedAt })
  await listUnderForwarding(tx, [bundle.orderId])
  const names = back.map(({ name }) => name)
  const taken = back.filter(({ releasedAt }) => releasedAt !== null)
  if (taken.length > 0)
    await deps.alert(tx, {
      key: `taken-names:${bundle.id}:${bundle.rev}`,
      subject: 'A reinstatement was paid whose domains belong to another order by now',
      text: `Order ${bundle.id}: ${taken.map(({ name }) => name).join(', ')} cannot be set up. Look at it with: npm run operator -- order show --order ${bundle.id}`,
    })
  // What was seen before it was cancelled says nothing about now.
  await tx.update(domainNames).set({ recheckBefore: sql`now()` }).where(inArray(domainNames.name, names))
  await changePeople(deps, tx, bundle.id, wish.people, 'reinstate')
  await raiseWanted(tx, deps.queue, names)
  return true
}
