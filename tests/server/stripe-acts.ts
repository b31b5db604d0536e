import { eq, isNotNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { checkouts, customers, stripeEvents as storedEvents, subscriptions } from '#base/db/schema/index.ts'
import { dueBilling, syncBilling } from '#features/billing/server/sync-billing.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import type { ManagedOrder } from './managed-orders.ts'
import { deliver, type StripeEvent, signed, stripeEvents } from './stripe-events.ts'
import type { TestWorld } from './test-world.ts'

/** What happens at Stripe outside our calls, what it tells of, and what is made of that. */
export function stripeActs(world: TestWorld) {
  const { deps, sandbox } = world
  const { db } = deps

  /** Banks, cardholders and the dashboard: see the sandbox's control. */
  async function atStripe(path: string, body: object): Promise<{ id: string }> {
    const answer = await sandbox.fetch(`http://sandbox.invalid/_stripe${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { id: string }
  }

  /** Told of and not acted on yet, the oldest first. */
  async function news(): Promise<StripeEvent[]> {
    const known = new Set((await db.select({ id: storedEvents.id }).from(storedEvents)).map(({ id }) => id))
    return stripeEvents(sandbox).filter(({ id }) => !known.has(id))
  }

  async function act(events: readonly StripeEvent[]): Promise<void> {
    const teller = world.visitor()
    for (const event of events) {
      expect((await deliver(teller, signed(event))).status).toBe(200)
      await processStripeEvent(deps, event.id)
    }
  }

  /** Bills what is due, as the worker does in the end. */
  async function bill(): Promise<void> {
    await db
      .update(subscriptions)
      .set({ billingDueAt: new Date(0) })
      .where(isNotNull(subscriptions.billingDueAt))
    for (const { subscriptionId } of await dueBilling(db)) await syncBilling(deps, subscriptionId)
  }

  async function processEvents(order: 'as told' | 'reversed' = 'as told'): Promise<void> {
    const told = await news()
    await act(order === 'reversed' ? told.toReversed() : told)
    await bill()
  }

  /** The ids at Stripe of an order's first payment. */
  async function payments({ person }: Pick<ManagedOrder, 'person'>) {
    const [checkout] = await db.select().from(checkouts).where(eq(checkouts.customerId, person.id))
    const [customer] = await db.select().from(customers).where(eq(customers.id, person.id))
    return {
      paymentIntent: checkout?.paymentIntentId ?? '',
      subscription: checkout?.subscriptionId ?? '',
      customer: customer?.stripeCustomerId ?? '',
    }
  }

  /** Successful charges of a customer, in cents, the oldest first. */
  const chargesOf = (customer: string): number[] =>
    sandbox.store
      .collection<{ customer: string; paid: boolean; amount: number }>('stripe.charges')
      .list()
      .filter((charge) => charge.customer === customer && charge.paid)
      .map(({ amount }) => amount)

  const passDays = (subscription: string, days: number) =>
    atStripe('/subscriptions/advance', { id: subscription, days })

  return { atStripe, news, act, bill, processEvents, payments, chargesOf, passDays }
}
