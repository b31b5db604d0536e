import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, checkouts, domains, orders, outbox, refunds, subscriptions } from '#base/db/schema/index.ts'
import { bankDaysMost } from '#features/billing/rules/bank-days.ts'
import { syncSubscription } from '#features/billing/server/sync-subscription.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { lastMail } from '#tests/server/last-mail.ts'
import { manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { checkoutFor, completeDraft, freshName, takeOrder } from '#tests/server/place-order.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, sandbox, customer } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, news, act, bill } = stripeActs(world)

/** An order whose customer pays it from a bank account. */
async function orderWithBank() {
  const person = await customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const body = checkoutFor(person, draft, taken)
  const answer = await person.post('/api/payments/create-checkout-session', body)
  const sessionId = sessionOf(answer.body.url)
  await atStripe('/checkouts/pay', { id: sessionId, behaviour: 'bank debit' })
  const names = draft.domains.purchase.azure
  return { person, draft, body, sessionId, names, orderId: taken.body.orderIds[0] as string }
}
type WithBank = Awaited<ReturnType<typeof orderWithBank>>

const confirmation = async ({ person, sessionId }: Pick<WithBank, 'person' | 'sessionId'>) =>
  (await person.get(`/api/payments/confirmation?session_id=${sessionId}`)).body
const heldOf = async ({ person }: Pick<WithBank, 'person'>) =>
  (
    await db
      .select({ name: domains.name })
      .from(domains)
      .where(and(eq(domains.customerId, person.id), isNull(domains.releasedAt)))
  ).map(({ name }) => name)
const statusOf = async ({ orderId }: WithBank) =>
  (await db.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId)))[0]?.status

/** What the five-minute sweep finds without any event. */
async function sweep() {
  await db.update(checkouts).set({ syncedAt: null })
  await sweepPayments(deps)
  await bill()
}
/** Every event again, the newest first. */
async function again() {
  const told = await news()
  await act([...told, ...told].toReversed())
  await bill()
}
const ways: Record<string, () => Promise<void>> = {
  'its events': () => processEvents(),
  'its events, doubled and backwards': again,
  'the sweep alone': sweep,
  'the sweep and then its events': async () => {
    await sweep()
    await again()
  },
}
const subscriptionsOf = async ({ sessionId }: WithBank) => {
  const stored = sandbox.store.collection<{ subscription: string }>('stripe.checkout_sessions').get(sessionId)
  return sandbox.store.collection<{ status: string }>('stripe.subscriptions').get(stored?.subscription ?? '')
    ?.status
}
const mailsTo = async ({ person }: WithBank) =>
  (await db.select({ body: outbox.body }).from(outbox).where(eq(outbox.recipient, person.email))).map(
    ({ body }) => body,
  )
const invoicesOf = ({ sessionId }: WithBank) => {
  const stored = sandbox.store.collection<{ invoice: string }>('stripe.checkout_sessions').get(sessionId)
  return sandbox.store.collection<{ status: string }>('stripe.invoices').get(stored?.invoice ?? '')?.status
}

test('while a bank has a payment its names are held, its customer is told, and it is not paid again', async () => {
  const order = await orderWithBank()
  await processEvents()
  expect(await confirmation(order)).toMatchObject({ status: 'with bank' })
  expect((await heldOf(order)).toSorted()).toEqual(order.names.toSorted())
  expect(await statusOf(order)).toBe('awaiting_payment')
  const listed = (await order.person.get('/api/orders')).body
  expect(listed).toMatchObject({ orders: [], withBank: [{ kind: 'order', cents: 81_00 }] })
  expect(listed.withBank[0].names.toSorted()).toEqual(order.names.toSorted())
  const refused = await order.person.post('/api/payments/create-checkout-session', order.body)
  expect(refused).toMatchObject({ status: 409 })
  expect(refused.body.message).toContain(`up to ${bankDaysMost} days`)
  const [row] = await db.select().from(checkouts).where(eq(checkouts.sessionId, order.sessionId))
  expect((await order.person.post('/api/payments/discard', { checkoutId: row?.id })).status).toBe(409)
  // The day after its page would have closed.
  await db
    .update(checkouts)
    .set({ withBankSince: new Date(Date.now() - 86_400_000) })
    .where(eq(checkouts.sessionId, order.sessionId))
  await sweep()
  expect((await heldOf(order)).length).toBe(order.names.length)
})

test.each(Object.keys(ways))('what a bank pays is set up once, found by %s', async (way) => {
  const order = await orderWithBank()
  await ways[way]?.()
  await atStripe('/checkouts/settle', { id: order.sessionId, outcome: 'succeeded' })
  await ways[way]?.()
  await ways[way]?.()
  expect(await confirmation(order)).toMatchObject({ status: 'paid' })
  expect(await statusOf(order)).toBe('active')
  expect(await subscriptionsOf(order)).toBe('active')
  expect(await mailsTo(order)).toEqual([expect.stringContaining('We have received')])
})

test.each(Object.keys(ways))(
  'what a bank refuses ends, and can be ordered again, found by %s',
  async (way) => {
    const order = await orderWithBank()
    await ways[way]?.()
    await atStripe('/checkouts/settle', { id: order.sessionId, outcome: 'failed' })
    await ways[way]?.()
    await ways[way]?.()
    expect(await confirmation(order)).toMatchObject({ status: 'refused' })
    expect(await statusOf(order)).toBe('expired')
    expect(await heldOf(order)).toEqual([])
    expect(await subscriptionsOf(order)).toBe('canceled')
    expect(invoicesOf(order)).toBe('void')
    expect(await mailsTo(order)).toEqual([expect.stringContaining('Your bank declined the payment of $')])
    const [dropped] = (await order.person.get('/api/orders')).body.dropped
    expect(dropped).toMatchObject({ isRefused: true, kind: 'order', domains: order.names.length })
    const taken = await takeOrder(order.person, order.draft)
    const body = checkoutFor(order.person, order.draft, taken)
    expect((await order.person.post('/api/payments/create-checkout-session', body)).status).toBe(200)
  },
)

test('a replacement paid from a bank account is shown as that, and its names are free when the bank refuses', async () => {
  const { person, names } = await paidOrder({}, 'few mailboxes')
  const newName = freshName()
  const { body } = await person.post('/api/domains/replace', [
    { originalDomain: names[0], newDomain: newName, isUserAdded: false },
  ])
  const sessionId = sessionOf(body.checkoutUrl)
  await atStripe('/checkouts/pay', { id: sessionId, behaviour: 'bank debit' })
  await processEvents()
  expect((await person.get('/api/orders')).body.orders[0].groups[0].unpaid).toMatchObject({
    withBank: true,
    url: null,
  })
  await atStripe('/checkouts/settle', { id: sessionId, outcome: 'failed' })
  await sweep()
  expect(await heldOf({ person })).not.toContain(newName)
  const { orders: listed, dropped } = (await person.get('/api/orders')).body
  expect(listed[0].groups[0].unpaid).toBeUndefined()
  expect(dropped).toMatchObject([{ kind: 'replace', isRefused: true, names: [names[0]] }])
})

test('while a bank has the payment that ends a hold, the dashboard says so, and no longer once it is paid', async () => {
  const { person, groupId, names } = await paidOrder({}, false)
  await db.update(bundles).set(heldFor('refund')).where(eq(bundles.id, groupId))
  const { release } = (await person.get(`/api/orders/groups/${groupId}`)).body
  const { body } = await person.post('/api/payments/release', { groupId, totalCents: release.totalCents })
  const sessionId = sessionOf(body.url)
  const { cursor } = (await person.get('/api/orders')).body
  await atStripe('/checkouts/pay', { id: sessionId, behaviour: 'bank debit' })
  await processEvents()
  for (const query of ['', `?since=${cursor}`]) {
    const { withBank } = (await person.get(`/api/orders${query}`)).body
    expect(withBank).toMatchObject([{ kind: 'release', cents: release.totalCents }])
    expect(withBank[0].names.toSorted()).toEqual(names.toSorted())
  }
  const isWithBank = async () => (await person.get(`/api/orders/groups/${groupId}`)).body.release?.isWithBank
  expect([release.isWithBank, await isWithBank()]).toEqual([false, true])
  await atStripe('/checkouts/settle', { id: sessionId, outcome: 'succeeded' })
  await processEvents()
  expect((await person.get('/api/orders')).body.withBank).toBeUndefined()
  expect(await isWithBank()).toBeUndefined()
})

test('a bank that says nothing in its time is waited for no longer, and its customer is told', async () => {
  const order = await orderWithBank()
  await sweep()
  await db
    .update(checkouts)
    .set({ withBankSince: new Date(Date.now() - (bankDaysMost * 24 + 1) * 3600_000) })
    .where(eq(checkouts.sessionId, order.sessionId))
  await sweep()
  expect(await statusOf(order)).toBe('expired')
  expect(await heldOf(order)).toEqual([])
  expect(await lastMail(deps, order.person.email)).toContain(
    `did not confirm the payment of $81.00 within 14 days`,
  )
})

test.each(['its events', 'its events, doubled and backwards'])(
  'what a bank pays after its time goes back as a whole, once, found by %s',
  async (way) => {
    const order = await orderWithBank()
    await sweep()
    await db
      .update(checkouts)
      .set({ withBankSince: new Date(Date.now() - (bankDaysMost * 24 + 1) * 3600_000) })
      .where(eq(checkouts.sessionId, order.sessionId))
    await sweep()
    expect(await statusOf(order)).toBe('expired')
    await atStripe('/checkouts/settle', { id: order.sessionId, outcome: 'succeeded' })
    await ways[way]?.()
    await ways[way]?.()
    expect(await subscriptionsOf(order)).toBe('canceled')
    expect(await statusOf(order)).toBe('expired')
    expect(await heldOf(order)).toEqual([])
    const [row] = await db.select().from(checkouts).where(eq(checkouts.sessionId, order.sessionId))
    expect(row).toMatchObject({ status: 'paid', paidCents: 81_00 })
    expect(
      await db
        .select()
        .from(refunds)
        .where(eq(refunds.checkoutId, row?.id ?? '')),
    ).toMatchObject([{ cents: 81_00, cause: 'not_needed' }])
    expect(await mailsTo(order)).toEqual([
      expect.stringContaining('If the payment still arrives, it is refunded.'),
      expect.stringContaining('$81.00 of it goes back'),
    ])
  },
)

test('a subscription whose first payment never came has ended, and its order with what the bank says', async () => {
  const order = await orderWithBank()
  await processEvents()
  const { subscription = '' } =
    sandbox.store.collection<{ subscription: string }>('stripe.checkout_sessions').get(order.sessionId) ?? {}
  const held = sandbox.store.collection<object>('stripe.subscriptions')
  // Stripe gives it up by itself after 23 hours: https://docs.stripe.com/billing/subscriptions/overview
  held.put(subscription, { ...held.get(subscription), status: 'incomplete_expired' })
  for (let time = 0; time < 2; time++) await syncSubscription(deps, subscription)
  expect(await db.select().from(subscriptions).where(eq(subscriptions.stripeId, subscription))).toMatchObject(
    [{ status: 'ended', billingDueAt: null }],
  )
  expect(await statusOf(order)).toBe('awaiting_payment')
  await atStripe('/checkouts/settle', { id: order.sessionId, outcome: 'failed' })
  await sweep()
  expect(await statusOf(order)).toBe('expired')
  expect(await heldOf(order)).toEqual([])
})
