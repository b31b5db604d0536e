import { and, asc, eq, inArray } from 'drizzle-orm'
import { billingPeriodDays, plans } from '#shared/catalog.ts'
import { formatUsd, type Quote } from '#shared/pricing.ts'
import type { Db } from '../../db/client.ts'
import { bundles, customers, domains, orders, subscriptions } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { allocateMailboxes } from '../../provisioning/allocate-mailboxes.ts'
import { notifyCustomer } from '../../provisioning/events.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'
import type { Fulfilment } from '../checkout/fulfilments.ts'

/** A paid order is wanted as a whole, at once; an order that expired unpaid gives its names free. */
export const orderFulfilment: Fulfilment = {
  async paid(deps, tx, checkout) {
    const orderId = checkout.orderId as string
    if (checkout.subscriptionId) {
      await tx
        .insert(subscriptions)
        .values({ stripeId: checkout.subscriptionId, customerId: checkout.customerId, status: 'active' })
        .onConflictDoNothing()
    }
    await tx.update(orders).set({ status: 'active', paidAt: new Date() }).where(eq(orders.id, orderId))
    const live = await tx
      .update(bundles)
      .set({ status: 'live', subscriptionId: checkout.subscriptionId })
      .where(eq(bundles.orderId, orderId))
      .returning({ id: bundles.id })
    const ids = live.map(({ id }) => id)
    const wanted = await tx
      .update(domains)
      .set({ want: 'run', status: 'to do', statusNote: null })
      .where(inArray(domains.bundleId, ids))
      .returning({ name: domains.name })
    for (const id of ids) await allocateMailboxes(tx, deps.secrets, id)
    await raiseWanted(
      tx,
      deps.queue,
      wanted.map(({ name }) => name),
    )
    await mailReceipt(deps, tx, checkout)
    await notifyCustomer(tx, checkout.customerId)
  },

  async expired(_deps, tx, checkout) {
    const orderId = checkout.orderId as string
    await expireOrder(tx, orderId)
    await notifyCustomer(tx, checkout.customerId)
  },
}

/** Gives the names of an unpaid order free. Nothing happens to one that was paid. */
export async function expireOrder(tx: Db, orderId: string): Promise<void> {
  const [expired] = await tx
    .update(orders)
    .set({ status: 'expired' })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'awaiting_payment')))
    .returning({ id: orders.id })
  if (!expired) return
  const over = await tx
    .update(bundles)
    .set({ status: 'expired' })
    .where(eq(bundles.orderId, orderId))
    .returning({ id: bundles.id })
  await tx
    .update(domains)
    .set({ status: 'cancelled', releasedAt: new Date() })
    .where(
      inArray(
        domains.bundleId,
        over.map(({ id }) => id),
      ),
    )
}

async function mailReceipt(
  { outbox, config }: Dependencies,
  tx: Db,
  checkout: Parameters<Fulfilment['paid']>[2],
): Promise<void> {
  const [row] = await tx
    .select({ email: customers.email, name: customers.name, order: orders })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, checkout.orderId as string))
  if (!row) return
  const names = await tx
    .select({ name: domains.name })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(eq(bundles.orderId, row.order.id))
    .orderBy(asc(bundles.orderIndex), asc(domains.slot))
  const quote = checkout.quote as Quote
  await outbox.put(tx, {
    key: `received:${checkout.id}`,
    to: row.email,
    subject: `Your ${plans[row.order.plan].name} order for ${row.order.company} is paid`,
    text: [
      `Hello ${row.name},`,
      '',
      `we have received ${formatUsd(checkout.amountCents)} and are setting up:`,
      '',
      ...names.map(({ name }) => `  ${name}`),
      '',
      `From now on you pay ${formatUsd(quote.monthlyCents)} every ${billingPeriodDays} days, until you cancel.`,
      '',
      `View your order: ${config.publicUrl}/confirmed_order?session_id=${checkout.sessionId}`,
    ].join('\n'),
  })
}
