import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bundles, checkouts } from '#base/db/schema/index.ts'
import { listOrders } from '#features/orders/server/console/list-orders.ts'
import { manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { press } from '#tests/server/place-order.ts'
import { reinstatementOf } from '#tests/server/reinstatement.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { sandbox } = world
const { db } = world.deps
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, payments, passDays } = stripeActs(world)

beforeEach(() => processEvents())

/**
 * An order whose renewal was refunded and which was then paid for again, so that it moved to a second subscription. Its
 * `earlier` payment, of the first subscription, and its `present` one can both be disputed.
 */
async function moved() {
  const order = await paidOrder({}, false)
  await processEvents()
  const first = await payments(order)
  await passDays(first.subscription, 31)
  await processEvents()
  const renewal = sandbox.store
    .collection<{ id: string; customer: string }>('stripe.payment_intents')
    .list()
    .find(({ id, customer }) => customer === first.customer && id !== first.paymentIntent)
  await atStripe('/refunds', { paymentIntent: renewal?.id })
  await processEvents()
  const { release } = (await order.person.get(`/api/orders/groups/${order.groupId}`)).body
  const { url } = (
    await order.person.post('/api/payments/release', {
      groupId: order.groupId,
      totalCents: release.totalCents,
    })
  ).body
  await press(world, url, 'pay')
  await order.person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)
  await processEvents()
  const [again] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, order.person.id), eq(checkouts.kind, 'release')))
  const row = async () => (await db.select().from(bundles).where(eq(bundles.id, order.groupId)))[0]
  expect(await row()).toMatchObject({ hold: null, subscriptionId: again?.subscriptionId })
  expect(again?.subscriptionId).not.toBe(first.subscription)
  const paid = { earlier: first.paymentIntent, present: again?.paymentIntentId }
  return {
    ...order,
    hold: async () => (await row())?.hold,
    isPaused: async () =>
      (await world.deps.vendors.payments.readSubscription(again?.subscriptionId ?? '')).isPaused,
    dispute: async (which: keyof typeof paid) => {
      const { id } = await atStripe('/disputes', { paymentIntent: paid[which] })
      await processEvents()
      return async (outcome: 'won' | 'lost') => {
        await atStripe('/disputes/close', { id, outcome })
        await processEvents()
      }
    },
  }
}

test('an order that moved to a new subscription is on hold while a payment of the old one is disputed', async () => {
  const order = await moved()
  const decide = await order.dispute('earlier')
  expect(await order.hold()).toBe('dispute')
  expect(await order.isPaused()).toBe(true)
  await decide('won')
  expect(await order.hold()).toBeNull()
  expect(await order.isPaused()).toBe(false)
})

test('an order that moved is listed among the disputed ones while a payment of the old subscription is disputed', async () => {
  const order = await moved()
  const listed = () => listOrders(db, { isDisputed: true, customerId: order.person.id }, { limit: 10 })
  expect(await listed()).toEqual([])
  const decide = await order.dispute('earlier')
  expect(await listed()).toMatchObject([{ customerId: order.person.id, holds: ['dispute'] }])
  await decide('won')
  expect(await listed()).toEqual([])
})

test('a lost dispute of the old subscription takes nothing from what the new one pays for', async () => {
  const order = await moved()
  const decide = await order.dispute('earlier')
  await decide('lost')
  expect(await order.hold()).toBeNull()
})

test.each([
  ['earlier', 'present'],
  ['present', 'earlier'],
] as const)(
  'disputes of the old and the new subscription hold the order until both are won: %s first',
  async (first, second) => {
    const order = await moved()
    const decide = { earlier: await order.dispute('earlier'), present: await order.dispute('present') }
    await decide[first]('won')
    expect(await order.hold()).toBe('dispute')
    await decide[second]('won')
    expect(await order.hold()).toBeNull()
  },
)

test('a dispute of the old subscription refuses reinstating until it is won and no other is open', async () => {
  const order = await moved()
  const decide = { earlier: await order.dispute('earlier'), present: await order.dispute('present') }
  await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
  const ask = async () =>
    (await order.person.post('/api/orders/reinstate', reinstatementOf(order.names, order.groupId))).status
  expect(await ask()).toBe(409)
  await decide.present('won')
  expect(await ask()).toBe(409)
  await decide.earlier('won')
  expect(await ask()).toBe(200)
})
