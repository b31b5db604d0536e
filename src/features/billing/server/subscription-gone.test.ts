import { and, eq, isNull, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bundles, outbox, paymentAccounts, subscriptions, workItems } from '#base/db/schema/index.ts'
import { closeCustomer } from '#features/customers/server/close-customer.ts'
import { endOrder, holdOrder } from '#features/orders/server/console/hold-orders.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { press } from '#tests/server/place-order.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { syncSubscription } from './sync-subscription.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })
const { atStripe, act, news, bill, processEvents, payments, passDays } = stripeActs(world)

const rowOf = async (id: string) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.stripeId, id)))[0]
const groupOf = async ({ groupId }: ManagedOrder) =>
  (await db.select().from(bundles).where(eq(bundles.id, groupId)))[0]
const openWork = (subject: string) =>
  db
    .select()
    .from(workItems)
    .where(and(eq(workItems.subject, subject), isNull(workItems.closedAt)))

async function order() {
  const made = await paidOrder({}, false)
  await processEvents()
  return { ...made, ...(await payments(made)) }
}
/** As Stripe's "Delete all test data" does, or a database that was restored beside another account. */
const wipe = (id: string) => sandbox.store.collection('stripe.subscriptions').delete(id)

beforeEach(() => processEvents())

const ways = [
  ['is to be billed otherwise', async ({ groupId }: ManagedOrder) => void (await holdOrder(deps, groupId))],
  ['is told of', (_: ManagedOrder, id: string) => syncSubscription(deps, id)],
  [
    'is past its time of grace',
    async (_: ManagedOrder, id: string) => {
      const graceUntil = new Date(Date.now() - 1000)
      await db.update(subscriptions).set({ graceUntil }).where(eq(subscriptions.stripeId, id))
    },
  ],
] as const

test.each(ways)(
  'a subscription that Stripe no longer has is the operator’s work once, when it %s, and its order stays',
  async (_, meet) => {
    const made = await order()
    wipe(made.subscription)
    await meet(made, made.subscription)
    for (let round = 0; round < 2; round++) {
      await bill()
      await sweepPayments(deps)
    }
    expect(await groupOf(made)).toMatchObject({ status: 'live', subscriptionId: made.subscription })
    expect(await rowOf(made.subscription)).toMatchObject({
      status: 'ended',
      billingDueAt: null,
      graceUntil: null,
    })
    const work = await openWork(made.subscription)
    expect(work).toMatchObject([{ kind: 'subscription_gone', customerId: made.person.id }])
    expect(work[0]?.instructions).toContain(made.groupId)
    const told = await db
      .select()
      .from(outbox)
      .where(like(outbox.dedupeKey, `alert:work-item:${work[0]?.id}`))
    expect(told).toHaveLength(1)

    await endOrder(deps, made.groupId, 'You asked us to')
    await bill()
    expect(await openWork(made.subscription)).toEqual([])
  },
)

test('a customer cancels an order whose subscription is gone, and nothing is left to do', async () => {
  const made = await order()
  wipe(made.subscription)
  const answer = await made.person.post('/api/orders/cancel', { groupId: made.groupId, reason: 'pricing' })
  expect(answer.status).toBe(200)
  await bill()
  expect(await groupOf(made)).toMatchObject({ status: 'cancelled' })
  expect(await rowOf(made.subscription)).toMatchObject({ status: 'ended', billingDueAt: null })
  expect(await openWork(made.subscription)).toEqual([])
})

test('an order that is on hold for a renewal that is gone can be paid for again', async () => {
  const made = await order()
  await atStripe('/cards', { customer: made.customer, behaviour: 'declines' })
  await passDays(made.subscription, 31)
  await processEvents()
  await db
    .update(subscriptions)
    .set({ graceUntil: new Date(Date.now() - 1000) })
    .where(eq(subscriptions.stripeId, made.subscription))
  await sweepPayments(deps)
  expect(await groupOf(made)).toMatchObject({ hold: 'past_due' })
  await atStripe('/cards', { customer: made.customer, behaviour: 'works' })

  wipe(made.subscription)
  await syncSubscription(deps, made.subscription)
  expect(await groupOf(made)).toMatchObject({ hold: 'refund', pastDueSince: null })
  const portal = await made.person.post('/api/payments/create-customer-portal', {})
  expect(portal.body.data.owed).toEqual([])

  const page = await made.person.post('/api/payments/release', { groupId: made.groupId, totalCents: 50_00 })
  expect(page.status, JSON.stringify(page.body)).toBe(200)
  await press(world, page.body.url, 'pay')
  await made.person.get(`/api/payments/confirmation?session_id=${sessionOf(page.body.url)}`)
  await bill()
  const after = await groupOf(made)
  expect(after).toMatchObject({ hold: null, status: 'live' })
  expect(after?.subscriptionId).not.toBe(made.subscription)
  expect(await openWork(made.subscription)).toEqual([])
})

test('a dispute holds the order of a subscription that is gone', async () => {
  const made = await order()
  wipe(made.subscription)
  await atStripe('/disputes', { paymentIntent: made.paymentIntent })
  await act(await news())
  expect(await groupOf(made)).toMatchObject({ hold: 'dispute' })
  await bill()
  expect(await openWork(made.subscription)).toHaveLength(1)
})

test('with the key of another account no subscription is given up', async () => {
  const made = await order()
  wipe(made.subscription)
  const [own] = await db.select().from(paymentAccounts)
  await db.update(paymentAccounts).set({ mark: 'bpc_ofAnotherAccount' })
  await expect(syncSubscription(deps, made.subscription)).rejects.toMatchObject({ status: 503 })
  expect(await rowOf(made.subscription)).toMatchObject({ status: 'active' })
  expect(await openWork(made.subscription)).toEqual([])
  await db.update(paymentAccounts).set({ mark: own?.mark ?? '' })
})

test('an account is closed whose customer Stripe no longer has', async () => {
  const made = await order()
  wipe(made.subscription)
  sandbox.store.collection('stripe.customers').delete(made.customer)
  const { cancelled } = await closeCustomer(deps, made.person.email)
  expect(cancelled).toBe(1)
  await bill()
  expect(await openWork(made.subscription)).toEqual([])
})
