import { eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { bundles, outbox } from '#base/db/schema/index.ts'
import { holdWords } from '#features/orders/rules/order-holds.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { paymentPages } from '#tests/server/payment-pages.ts'
import { reinstateCheckoutOf, reinstatementOf } from '#tests/server/reinstatement.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld({ env: { OPERATOR_EMAIL: 'operator@example.test' } })
const { deps } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, payments, passDays, chargesOf } = stripeActs(world)
const pages = paymentPages(world)
const operator = async (...args: string[]) => {
  const { out, err } = await runCommand(commands, args, async () => deps)
  return out + err
}

async function ordered() {
  const order = await paidOrder({}, false)
  await processEvents()
  const first = await payments(order)
  return {
    ...order,
    ...first,
    row: async () => (await db.select().from(bundles).where(eq(bundles.id, order.groupId)))[0],
    hold: async () => (await db.select().from(bundles).where(eq(bundles.id, order.groupId)))[0]?.hold,
    isPaused: async () => (await deps.vendors.payments.readSubscription(first.subscription)).isPaused,
    order: (verb: 'hold' | 'release') => operator('order', verb, '--order', order.groupId),
    subjects: async () =>
      (await db.select().from(outbox).where(eq(outbox.recipient, order.person.email)))
        .map(({ subject }) => subject)
        .filter((subject) => subject.startsWith('Your order for')),
  }
}
const lastPaymentOf = (customer: string) =>
  world.sandbox.store
    .collection<{ id: string; customer: string }>('stripe.payment_intents')
    .list()
    .filter((payment) => payment.customer === customer)
    .at(-1)?.id

beforeEach(() => processEvents())

test('a renewal that goes back while the first payment is disputed holds on when the dispute is won', {
  tags: ['fault-60'],
}, async () => {
  const order = await ordered()
  await passDays(order.subscription, 31)
  await processEvents()
  const dispute = await atStripe('/disputes', { paymentIntent: order.paymentIntent })
  await processEvents()
  await atStripe('/refunds', { paymentIntent: lastPaymentOf(order.customer) })
  await processEvents()
  expect(await order.hold()).toBe('dispute')
  await atStripe('/disputes/close', { id: dispute.id, outcome: 'won' })
  await processEvents()
  expect(await order.hold()).toBe('refund')
  expect(await order.isPaused()).toBe(true)
  const charged = chargesOf(order.customer).length
  await passDays(order.subscription, 31)
  expect(chargesOf(order.customer)).toHaveLength(charged)
  expect(await order.subjects()).toEqual([
    'Your order for Acme 42 is on hold',
    'Your order for Acme 42 is on hold',
  ])
})

test('what the operator holds continues to be held when a dispute is won, and the other way round', {
  tags: ['fault-60'],
}, async () => {
  const order = await ordered()
  const dispute = await atStripe('/disputes', { paymentIntent: order.paymentIntent })
  await processEvents()
  await order.order('hold')
  await atStripe('/disputes/close', { id: dispute.id, outcome: 'won' })
  await processEvents()
  expect(await order.row()).toMatchObject({ hold: 'operator', disputedSince: null })
  expect(await order.order('release')).toContain('Released')
  await processEvents()
  expect(await order.row()).toMatchObject({ hold: null, holdSince: null })
  expect(await order.isPaused()).toBe(false)
})

test('a renewal that is charged before Stripe can be told of a hold is told to the operator', async () => {
  const order = await ordered()
  await order.order('hold')
  await db
    .update(bundles)
    .set({ operatorHeldSince: new Date(Date.now() - 60_000) })
    .where(eq(bundles.id, order.groupId))
  await passDays(order.subscription, 31)
  await processEvents()
  expect(chargesOf(order.customer)).toHaveLength(2)
  const alerts = await db.select().from(outbox).where(like(outbox.dedupeKey, 'alert:idle-renewal:%'))
  expect(alerts.map(({ body }) => body)).toEqual([expect.stringContaining(order.subscription)])
})

describe('an order that the operator holds', () => {
  const askBack = (order: Awaited<ReturnType<typeof ordered>>) =>
    order.person.post('/api/orders/reinstate', reinstatementOf(order.names, order.groupId))
  const cancel = ({ person, groupId }: Awaited<ReturnType<typeof ordered>>) =>
    person.post('/api/orders/cancel', { groupId, reason: 'pricing' })

  test('is not lifted by cancelling it and asking for it back, until it is released', {
    tags: ['fault-60'],
  }, async () => {
    const order = await ordered()
    await order.order('hold')
    await cancel(order)
    const refused = await askBack(order)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe(`${holdWords.operator.why} ${holdWords.operator.next}`)
    expect(await order.order('release')).toContain('Released: 1 group')
    expect((await askBack(order)).status).toBe(200)
  })

  test('does not come back for a page that was open before: what is paid there goes back', {
    tags: ['fault-60'],
  }, async () => {
    const order = await ordered()
    const before = await pages.kept(order.customer)
    await cancel(order)
    const { body } = await order.person.post(
      '/api/payments/create-checkout-session',
      reinstateCheckoutOf(order.person, await askBack(order)),
    )
    await db.update(bundles).set({ operatorHeldSince: new Date() }).where(eq(bundles.id, order.groupId))
    await pages.pay(order.person, body.url)
    await pages.work()
    expect(await order.row()).toMatchObject({ status: 'cancelled' })
    expect(await pages.kept(order.customer)).toBe(before)
  })
})
