import { and, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { auditLog, bundles, outbox, subscriptions } from '#base/db/schema/index.ts'
import { syncSubscription } from '#features/billing/server/sync-subscription.ts'
import { type ManagedOrder, manageOrders } from './managed-orders.ts'
import { stripeActs } from './stripe-acts.ts'
import type { TestWorld } from './test-world.ts'

export interface Paying extends ManagedOrder {
  customer: string
  subscription: string
  dispute?: string
}

interface Shown {
  owed: { invoiceId: string; cents: number; from: string; until: string; url: string }[]
  until: string | null
}

/** Orders that renew: what their customers, their cards and time do to them. */
export function payingOrders(world: TestWorld) {
  const { deps, sandbox } = world
  const { db } = deps
  const { paidOrder } = manageOrders(world, { beside: 'customer' })
  const acts = stripeActs(world)
  const { atStripe, processEvents, payments, passDays } = acts
  async function paying(options: Parameters<typeof paidOrder>[0] = {}): Promise<Paying> {
    const order = await paidOrder(options, false)
    await processEvents()
    const { customer, subscription } = await payments(order)
    return { ...order, customer, subscription }
  }

  /** What Stripe tells is acted on, and what is due by time alone. */
  async function sync({ subscription }: Pick<Paying, 'subscription'>): Promise<void> {
    await processEvents()
    await syncSubscription(deps, subscription)
    await processEvents()
  }

  /** Time passes for Stripe and for what we know of a customer. */
  async function pass(order: Paying, days: number): Promise<void> {
    const { person, subscription } = order
    const earlier = (column: unknown) => sql`${column} - make_interval(days => ${days})`
    await db
      .update(bundles)
      .set({
        pastDueSince: earlier(bundles.pastDueSince),
        refundedSince: earlier(bundles.refundedSince),
        disputedSince: earlier(bundles.disputedSince),
        operatorHeldSince: earlier(bundles.operatorHeldSince),
        cancelledAt: earlier(bundles.cancelledAt),
      })
      .where(eq(bundles.customerId, person.id))
    await db
      .update(subscriptions)
      .set({ graceUntil: earlier(subscriptions.graceUntil), periodEnd: earlier(subscriptions.periodEnd) })
      .where(eq(subscriptions.stripeId, subscription))
    // What is noted is written anew: nothing of it can be changed.
    const noted = await db
      .delete(auditLog)
      .where(and(eq(auditLog.customerId, person.id), eq(auditLog.action, 'payment.given_up')))
      .returning()
    for (const { id: _, ...row } of noted) {
      const from = new Date(Date.parse(String(row.data.from)) - days * 24 * 3600_000).toISOString()
      await db.insert(auditLog).values({ ...row, data: { ...row.data, from } })
    }
    await passDays(subscription, days)
    await sync(order)
  }

  async function giveCard(order: Paying, behaviour: 'works' | 'declines'): Promise<void> {
    await atStripe('/cards', { customer: order.customer, behaviour })
    await sync(order)
  }

  const shownTo = async ({ person }: Paying): Promise<Shown[]> =>
    (await person.get('/api/orders')).body.refusedRenewals
  const owedBy = async (order: Paying): Promise<Shown['owed']> =>
    (await shownTo(order)).flatMap(({ owed }) => owed)
  /** With a card that is typed in there. */
  const payOnItsPage = (owed: { url: string } | undefined) =>
    sandbox.fetch(owed?.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ card: 'works' }),
      redirect: 'manual',
    })
  const group = async ({ person, groupId }: Paying) =>
    (await person.get(`/api/orders/groups/${groupId}`)).body

  const renewalsOf = ({ customer }: Paying) =>
    sandbox.store
      .collection<{ id: string; customer: string; billing_reason: string; status: string; total: number }>(
        'stripe.invoices',
      )
      .list()
      .filter((each) => each.customer === customer && each.billing_reason === 'subscription_cycle')

  /** A renewal was refused on the first day of its period, and the order is on hold since its time of grace was over. */
  async function heldForARefusedRenewal(): Promise<Paying> {
    const order = await paying()
    await giveCard(order, 'declines')
    await pass(order, 30)
    expect(await group(order)).toMatchObject({ hold: null, owed: [{ cents: 50_00 }] })
    await pass(order, 8)
    expect(await group(order)).toMatchObject({ hold: 'past_due', owed: [{ cents: 50_00 }] })
    return order
  }

  /** Subjects and texts of what was written to its customer. */
  const mailsTo = ({ person }: Paying) => db.select().from(outbox).where(eq(outbox.recipient, person.email))

  return {
    ...acts,
    paying,
    sync,
    pass,
    giveCard,
    shownTo,
    owedBy,
    payOnItsPage,
    group,
    renewalsOf,
    heldForARefusedRenewal,
    mailsTo,
  }
}
