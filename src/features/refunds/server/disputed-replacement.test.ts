import { and, eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bundles, checkouts, outbox } from '#base/db/schema/index.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { isBeside } from '#tests/server/others.ts'
import { freshName, press } from '#tests/server/place-order.ts'
import { reinstateCheckoutOf, reinstatementOf } from '#tests/server/reinstatement.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { sandbox } = world
const { db } = world.deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })
const { atStripe, news, act, processEvents, payments } = stripeActs(world)

/** A paid order of two groups, in one of which a replacement was bought. */
async function withReplacement(): Promise<ManagedOrder & { replacement: string }> {
  const order = await paidOrder({ orderCount: 2 }, false)
  const { body } = await order.person.post('/api/domains/replace', [
    { originalDomain: order.names[0], newDomain: freshName(), isUserAdded: false },
  ])
  await press(world, body.checkoutUrl, 'pay')
  await order.person.get(`/api/payments/confirmation?session_id=${sessionOf(body.checkoutUrl)}`)
  await processEvents()
  const [paid] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, order.person.id), eq(checkouts.kind, 'replace')))
  expect(paid).toMatchObject({ status: 'paid', subscriptionId: null, paymentIntentId: expect.any(String) })
  return { ...order, replacement: paid?.paymentIntentId as string }
}
const holdsOf = async ({ person }: ManagedOrder) =>
  (await db.select().from(bundles).where(eq(bundles.customerId, person.id)).orderBy(bundles.orderIndex))
    .filter(({ id }) => !isBeside(id))
    .map(({ hold }) => hold)
const alertsOf = async (id: string) =>
  (
    await db
      .select()
      .from(outbox)
      .where(like(outbox.dedupeKey, `alert:dispute:${id}:%`))
  ).map(({ body }) => body)
const activityOf = async ({ person, groupId }: ManagedOrder): Promise<string[]> =>
  (await person.get(`/api/orders/groups/${groupId}`)).body.activity.map(
    ({ sentence }: { sentence: string }) => sentence,
  )

beforeEach(() => processEvents())

test.each(['won', 'lost'] as const)(
  'a replacement whose payment is disputed holds the order it was bought for, and the operator is told: %s',
  async (outcome) => {
    const order = await withReplacement()
    const { id } = await atStripe('/disputes', { paymentIntent: order.replacement })
    const opened = await news()
    await processEvents()
    expect(await holdsOf(order)).toEqual(['dispute', null])
    expect(await alertsOf(id)).toEqual([expect.stringContaining(order.groupId)])
    expect(await activityOf(order)).toContain('A payment of $15.50 is disputed at the bank')

    await atStripe('/disputes/close', { id, outcome })
    await processEvents()
    expect(await holdsOf(order)).toEqual([outcome === 'won' ? null : 'refund', null])
    expect(await alertsOf(id)).toHaveLength(2)
    expect(await activityOf(order)).toContain(
      outcome === 'won'
        ? 'The dispute over $15.50 was settled: the payment stands'
        : 'The dispute over $15.50 was decided: the payment went back',
    )
    // Told again it says nothing new.
    for (const event of opened) await processStripeEvent(world.deps, event.id)
    expect(await alertsOf(id)).toHaveLength(2)
  },
)

test.each(['replacement first', 'order first'] as const)(
  'an order of which two payments are disputed continues only when both are won: %s',
  async (first) => {
    const order = await withReplacement()
    const { paymentIntent } = await payments(order)
    const ofOrder = await atStripe('/disputes', { paymentIntent })
    const ofReplacement = await atStripe('/disputes', { paymentIntent: order.replacement })
    await act(await news())
    expect(await holdsOf(order)).toEqual(['dispute', 'dispute'])
    const [one, other] = first === 'order first' ? [ofOrder, ofReplacement] : [ofReplacement, ofOrder]
    await atStripe('/disputes/close', { id: one.id, outcome: 'won' })
    await act(await news())
    expect(await holdsOf(order)).toEqual(['dispute', first === 'order first' ? null : 'dispute'])
    await atStripe('/disputes/close', { id: other.id, outcome: 'won' })
    await act(await news())
    expect(await holdsOf(order)).toEqual([null, null])
  },
)

test.each(['a replacement', 'a reinstatement'] as const)(
  'a payment of %s that is disputed before it is known here holds its order, and is told',
  async (what) => {
    const order = await paidOrder({ orderCount: 2 }, false)
    let url: string
    if (what === 'a replacement') {
      const { body } = await order.person.post('/api/domains/replace', [
        { originalDomain: order.names[0], newDomain: freshName(), isUserAdded: false },
      ])
      url = body.checkoutUrl
    } else {
      await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'changes_needed' })
      const asked = await order.person.post(
        '/api/orders/reinstate',
        reinstatementOf(order.names, order.groupId),
      )
      const { body } = await order.person.post(
        '/api/payments/create-checkout-session',
        reinstateCheckoutOf(order.person, asked),
      )
      url = body.url
    }
    await processEvents()
    await press(world, url, 'pay')
    const session = sandbox.store
      .collection<{ payment_intent: string | null; invoice: string | null }>('stripe.checkout_sessions')
      .get(sessionOf(url))
    const paymentIntent =
      session?.payment_intent ??
      sandbox.store
        .collection<{ invoice: string; payment: { payment_intent: string } }>('stripe.invoice_payments')
        .list()
        .find(({ invoice }) => invoice === session?.invoice)?.payment.payment_intent
    const { id } = await atStripe('/disputes', { paymentIntent })
    const told = await news()
    await act(told.filter(({ type }) => type === 'charge.dispute.created'))
    expect(await alertsOf(id)).toEqual([expect.stringContaining(order.groupId)])
    expect(await holdsOf(order)).toEqual(['dispute', null])
    // What had not been told yet changes nothing.
    await processEvents()
    expect(await alertsOf(id)).toHaveLength(1)
    expect(await holdsOf(order)).toEqual(['dispute', null])
  },
)

test('a dispute over a payment that is none of ours tells nobody', async () => {
  const order = await withReplacement()
  const { id } = await atStripe('/disputes', { paymentIntent: order.replacement })
  await db
    .update(checkouts)
    .set({ paymentIntentId: null })
    .where(eq(checkouts.paymentIntentId, order.replacement))
  await processEvents()
  expect(await alertsOf(id)).toEqual([])
  expect(await holdsOf(order)).toEqual([null, null])
})
