import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, checkouts, customers, domains, orders } from '#base/db/schema/index.ts'
import { moneyMail } from '#base/mail/money-mail.ts'
import { required } from '#base/text/required.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { releasedIfTaken } from '#delivery/domains/comes-back.ts'
import { lockingNestedNames } from '#delivery/domains/nested-names.ts'
import type { Checkout, Fulfilment, Unserved } from '#delivery/fulfilment.ts'
import { allocateMailboxes, mailboxBasis } from '#delivery/provisioning/allocate-mailboxes.ts'
import { notifyCustomer, notifying } from '#delivery/provisioning/events.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { noteSubscription } from '#features/billing/server/note-subscription.ts'
import { bundleCents } from '#features/checkout/rules/pricing.ts'
import { billingPeriodDays, type PlanId } from '#features/plans/rules/catalog.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { planNamesOf } from '#features/plans/rules/price-list.ts'
import { expireOrder } from './expire-order.ts'
import { holdForPayment, namesAreHeld, noSuchOrder } from './held-names.ts'
import { sweepUnpaidOrders } from './sweep-unpaid-orders.ts'

/** A paid order is wanted as a whole, at once; an order that expired unpaid gives its names free. */
export const orderFulfilment = (
  deps: Pick<Dependencies, 'config' | 'outbox' | 'prices' | 'queue' | 'secrets'>,
): Fulfilment => ({
  async keepWaiting(tx, { customerId, orderId }) {
    if (!orderId) throw noSuchOrder()
    await holdForPayment(tx, customerId, orderId)
  },

  nameIsTaken: async (db, { orderId }) => namesAreHeld(db, await namesOf(db, orderId ?? '')),

  locks: lockingNestedNames(sql`array(
    select d.name from domains d join bundles b on b.id = d.bundle_id where b.order_id = checkouts.order_id)`),

  async paid(tx, checkout, subscription, { waits }) {
    const orderId = required(checkout.orderId, `the order of ${checkout.id}`)
    const wanted = await markPaid(tx, checkout, subscription, orderId)
    wanted.sort((a, b) => a.orderIndex - b.orderIndex || a.domain.slot - b.domain.slot)
    const taken = wanted.map(({ domain }) => domain).filter(({ releasedAt }) => releasedAt !== null)
    const holdings = wanted.map(({ domain }) => domain).filter(({ releasedAt }) => releasedAt === null)
    const names = holdings.map(({ name }) => name)
    const bases = new Map(wanted.map(({ domain, basis }) => [domain.id, basis]))
    await allocateMailboxes(tx, deps.secrets, holdings, bases)
    await raiseWanted(tx, deps.queue, names)
    if (wanted[0] && names.length > 0)
      await mailReceipt(deps, tx, checkout, orderId, {
        order: wanted[0].order,
        names,
        bundles: new Set(holdings.map(({ bundleId }) => bundleId)).size,
        waits,
      })
    if (wanted.length === 0) {
      await notifyCustomer(tx, checkout.customerId)
      return bundlesPaidBefore(tx, orderId)
    }
    return taken.length === 0 ? [] : giveUpTaken(tx, taken, new Set(holdings.map(({ bundleId }) => bundleId)))
  },

  async expired(tx, checkout) {
    const orderId = required(checkout.orderId, `the order of ${checkout.id}`)
    // Another page, with another promotion code, may still be open.
    if (!(await isPayable(tx, orderId))) await expireOrder(tx, orderId)
    await notifyCustomer(tx, checkout.customerId)
  },

  endUnpaid: sweepUnpaidOrders,
})

/** In one statement: the order is active, its bundles live, their domains wanted, and its customer is given a hint. */
function markPaid(
  tx: Db,
  checkout: Checkout,
  subscription: Parameters<Fulfilment['paid']>[2],
  orderId: string,
) {
  const noted = subscription && tx.$with('noted').as(noteSubscription(tx, checkout.customerId, subscription))
  const order = tx.$with('paid_order').as(
    tx
      .update(orders)
      .set({ status: 'active', paidAt: new Date() })
      .from(customers)
      .where(and(eq(orders.id, orderId), ne(orders.status, 'active'), eq(customers.id, orders.customerId)))
      .returning({
        plan: orders.plan,
        companyName: orders.companyName,
        forwardingUrl: orders.forwardingUrl,
        email: customers.email,
        customerName: customers.name,
      }),
  )
  const live = tx.$with('live').as(
    tx
      .update(bundles)
      .set({
        status: 'live',
        subscriptionId: checkout.subscriptionId,
        // All of an order cost the same.
        monthlyCents: bundleCents(checkout.quote, '1'),
      })
      // Whatever runs, or ran, was paid for by another payment: it keeps its subscription.
      .where(and(eq(bundles.orderId, orderId), inArray(bundles.status, ['awaiting_payment', 'expired'])))
      .returning({ id: bundles.id, orderIndex: bundles.orderIndex }),
  )
  return tx
    .with(...(noted ? [noted] : []), order, live)
    .update(domains)
    .set({ want: 'run', status: 'to do', statusNote: null, releasedAt: releasedIfTaken })
    .from(live)
    .innerJoin(order, sql`true`)
    .where(eq(domains.bundleId, live.id))
    .returning({
      domain: domains,
      basis: mailboxBasis,
      ...notifying(checkout.customerId),
      orderIndex: live.orderIndex,
      order: {
        plan: order.plan,
        companyName: order.companyName,
        forwardingUrl: order.forwardingUrl,
        email: order.email,
        customerName: order.customerName,
      },
    })
}

const namesOf = async (db: Db, orderId: string): Promise<string[]> => {
  const rows = await db
    .select({ name: domains.name })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(eq(bundles.orderId, orderId))
  return rows.map(({ name }) => name)
}

/** The order's bundles when none of them waited for this payment. */
async function bundlesPaidBefore(tx: Db, orderId: string): Promise<Unserved[]> {
  const rows = await tx
    .select({ id: bundles.id, status: bundles.status })
    .from(bundles)
    .where(eq(bundles.orderId, orderId))
  return rows.map(({ id, status }) => ({ id, cause: status === 'live' ? 'paid' : 'over' }))
}

/** Names that belong to someone else by now are not set up; a bundle with none left does not run at all. */
async function giveUpTaken(
  tx: Db,
  taken: readonly { id: string; bundleId: string }[],
  served: ReadonlySet<string>,
): Promise<Unserved[]> {
  await tx
    .update(domains)
    .set({ want: 'hold', status: 'cancelled' })
    .where(
      inArray(
        domains.id,
        taken.map(({ id }) => id),
      ),
    )
  const empty = [...new Set(taken.map(({ bundleId }) => bundleId))].filter((id) => !served.has(id))
  await tx.update(bundles).set({ status: 'expired', subscriptionId: null }).where(inArray(bundles.id, empty))
  return [...taken.map(({ id }) => id), ...empty].map((id) => ({ id, cause: 'over' }))
}

const isPayable = async (tx: Db, orderId: string): Promise<boolean> => {
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update')
  const payable = and(eq(checkouts.orderId, orderId), inArray(checkouts.status, ['prepared', 'open']))
  return (await tx.$count(checkouts, payable)) > 0
}

interface Receipt {
  order: { plan: PlanId; companyName: string; forwardingUrl: string; email: string; customerName: string }
  names: readonly string[]
  /** How many of the order are served. */
  bundles: number
  waits: boolean
}

async function mailReceipt(
  { outbox, config, prices }: Pick<Dependencies, 'config' | 'outbox' | 'prices'>,
  tx: Db,
  checkout: Checkout,
  orderId: string,
  { order, names, bundles, waits }: Receipt,
): Promise<void> {
  const { companyName, forwardingUrl } = order
  const monthlyCents = (bundleCents(checkout.quote, '1') ?? 0) * bundles
  await outbox.put(tx, {
    key: `received:${checkout.id}`,
    ...moneyMail({
      to: { email: order.email, name: order.customerName },
      subject: `Your ${planName(order.plan, planNamesOf(prices.now))} order for ${companyName} is paid`,
      cents: checkout.paidCents ?? checkout.amountCents,
      happened: (amount) =>
        [
          `We have received ${amount}. ${waits ? 'This is what you ordered:' : 'We are setting up:'}`,
          '',
          ...names.map((name) => `  ${name}`),
        ].join('\n'),
      // Nothing is read for it: every order comes by here.
      orders: [
        {
          orderId,
          companyName,
          forwardingUrl,
          monthlyCents,
          status: 'live',
          hold: null,
          isSuspended: waits,
          isNew: true,
        },
      ],
      next: [
        `From now on you pay ${formatUsd(monthlyCents)} every ${billingPeriodDays} days, until you cancel.`,
      ],
      publicUrl: config.publicUrl,
      link: `View your order: ${config.publicUrl}/confirmed_order?session_id=${checkout.sessionId}`,
    }),
  })
}
