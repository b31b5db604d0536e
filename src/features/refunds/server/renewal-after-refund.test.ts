import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { holdCommands } from '#apps/operator/hold-commands.ts'
import { bundles, outbox } from '#base/db/schema/index.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { isBeside } from '#tests/server/others.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder, reconcileUntilDone, agree } = manageOrders(world, { beside: 'customer' })
const { atStripe, news, act, bill, processEvents, payments, chargesOf, passDays } = stripeActs(world)

const holdsOf = async ({ person }: ManagedOrder) =>
  (await db.select().from(bundles).where(eq(bundles.customerId, person.id)).orderBy(bundles.orderIndex))
    .filter(({ id }) => !isBeside(id))
    .map(({ hold }) => hold)
/** Stripe's clock has whole seconds: what happens next is later than the hold. */
const aMinutePasses = ({ person }: ManagedOrder) =>
  db
    .update(bundles)
    .set(heldFor('refund', new Date(Date.now() - 60_000)))
    .where(and(eq(bundles.customerId, person.id), eq(bundles.hold, 'refund')))

/** Its first payment has gone back, and nobody has told Stripe yet that it is not to be billed. */
async function refunded(
  options: Parameters<typeof paidOrder>[0] = {},
  deliver: Parameters<typeof paidOrder>[1] = false,
): Promise<ManagedOrder> {
  const order = await paidOrder(options, deliver)
  await processEvents()
  await atStripe('/refunds', { paymentIntent: (await payments(order)).paymentIntent })
  await act(await news())
  expect(new Set(await holdsOf(order))).toEqual(new Set(['refund']))
  return order
}

beforeEach(() => processEvents())

test.each(['as told', 'reversed'] as const)(
  'a renewal that is paid after a refund ends the hold, and the order is served and billed as before: %s',
  async (told) => {
    const order = await refunded({ orderCount: 2 }, 'few mailboxes')
    await aMinutePasses(order)
    const { subscription, customer } = await payments(order)
    await passDays(subscription, 31)
    expect(chargesOf(customer).at(-1)).toBe(100_00)
    const events = await news()
    await act(told === 'reversed' ? events.toReversed() : events)
    await bill()
    expect(await holdsOf(order)).toEqual([null, null])
    expect(await deps.vendors.payments.readSubscription(subscription)).toMatchObject({
      isPaused: false,
      quantities: { azure: 2 },
    })
    for (const name of order.names) {
      await reconcileUntilDone(name)
      await agree(name)
    }
    const { activity } = (await order.person.get(`/api/orders/groups/${order.groupId}`)).body
    const sentences = activity.map(({ sentence }: { sentence: string }) => sentence)
    expect(sentences).toContain('Ended the hold: the order resumes')
    const mails = await db.select().from(outbox).where(eq(outbox.recipient, order.person.email))
    expect(mails.map(({ subject }) => subject)).toContain('Your order for Acme 42 resumes')

    // Told again it releases nothing that is on hold for another reason since.
    await atStripe('/refunds', { paymentIntent: await lastPayment(customer) })
    await processEvents()
    for (const { id } of events) await processStripeEvent(deps, id)
    expect(await holdsOf(order)).toEqual(['refund', 'refund'])
  },
)

const lastPayment = async (customer: string) =>
  world.sandbox.store
    .collection<{ id: string; customer: string }>('stripe.payment_intents')
    .list()
    .filter((payment) => payment.customer === customer)
    .at(-1)?.id

test('a renewal that was paid before the refund does not end the hold', async () => {
  const order = await paidOrder({}, false)
  await processEvents()
  const { subscription, paymentIntent } = await payments(order)
  await passDays(subscription, 31)
  const renewed = await news()
  await atStripe('/refunds', { paymentIntent })
  const back = (await news()).filter(({ id }) => !renewed.some((event) => event.id === id))
  await act(back)
  await db
    .update(bundles)
    .set(heldFor('refund', new Date(Date.now() + 60_000)))
    .where(eq(bundles.id, order.groupId))
  await act(renewed)
  expect(await holdsOf(order)).toEqual(['refund'])
})

test('a renewal of one group that the operator released does not release another that it was not for', async () => {
  const order = await refunded({ orderCount: 2 })
  await bill()
  await holdCommands
    .find(({ name }) => name === 'order release')
    ?.run(
      deps,
      { order: order.groupId },
      () => {},
      () => {},
    )
  await processEvents()
  await aMinutePasses(order)
  const { subscription, customer } = await payments(order)
  await passDays(subscription, 31)
  expect(chargesOf(customer).at(-1)).toBe(50_00)
  await processEvents()
  expect(await holdsOf(order)).toEqual([null, 'refund'])
})

test('one that was cancelled since the renewal was paid leaves its part to no other', async () => {
  const order = await refunded({ orderCount: 2 })
  await bill()
  await holdCommands
    .find(({ name }) => name === 'order release')
    ?.run(
      deps,
      { order: order.groupId },
      () => {},
      () => {},
    )
  await processEvents()
  await aMinutePasses(order)
  await passDays((await payments(order)).subscription, 31)
  const renewed = await news()
  // Stripe's clock is a month ahead of ours by now.
  const cancelled = await order.person.post('/api/orders/cancel', {
    groupId: order.groupId,
    reason: 'changed_mind',
  })
  expect(cancelled.status).toBe(200)
  await db
    .update(bundles)
    .set({ cancelledAt: new Date(Date.now() + 40 * 24 * 3600_000) })
    .where(eq(bundles.id, order.groupId))
  await act(renewed)
  expect(await holdsOf(order)).toEqual([null, 'refund'])
})
