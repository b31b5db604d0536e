import { and, eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { holdCommands } from '#apps/operator/hold-commands.ts'
import { bundles, checkouts, outbox } from '#base/db/schema/index.ts'
import { heldNamesRenewDays } from '#features/orders/rules/order-holds.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, reconcileUntilDone, domainRow, agree } = manageOrders(world, {
  beside: 'customer and order',
})

const { atStripe, processEvents, payments, chargesOf, passDays } = stripeActs(world)

const group = async ({ person, groupId }: Pick<ManagedOrder, 'person' | 'groupId'>) =>
  (await person.get(`/api/orders/groups/${groupId}`)).body
const mailsTo = async (recipient: string) =>
  (await db.select().from(outbox).where(eq(outbox.recipient, recipient))).map(({ subject }) => subject)
const sentences = async (order: Pick<ManagedOrder, 'person' | 'groupId'>): Promise<string[]> =>
  (await group(order)).activity.map(({ sentence }: { sentence: string }) => sentence)
const operator = async (name: string, options: Record<string, string>) => {
  const lines: string[] = []
  const command = holdCommands.find((each) => each.name === name)
  await command?.run(
    deps,
    options,
    (line) => lines.push(line),
    () => {},
  )
  return lines.join('\n')
}

beforeEach(() => processEvents())

test.each(['dispute', 'refund'] as const)(
  'while a %s holds an order nothing is charged for it, its customer is told once, and the list says so',
  { tags: ['fault-54'] },
  async (kind) => {
    const order = await paidOrder({}, 'few mailboxes')
    await processEvents()
    const { paymentIntent, customer } = await payments(order)
    const [before] = (await order.person.get('/api/orders')).body.orders
    expect(before.monthlyCapacity).toBe(5_000)
    await atStripe(`/${kind}s`, { paymentIntent })
    await processEvents('reversed')
    await processEvents()
    for (const name of order.names) await reconcileUntilDone(name)

    expect(await group(order)).toMatchObject({ hold: kind, holdSince: expect.stringMatching(/T/) })
    const [listed] = (await order.person.get('/api/orders')).body.orders
    expect(listed).toMatchObject({ monthlyCapacity: 0, groups: [{ hold: kind }] })
    expect((await mailsTo(order.person.email)).filter((subject) => subject.includes('is on hold'))).toEqual([
      'Your order for Acme 42 is on hold',
    ])
    const told = await sentences(order)
    expect(told.filter((sentence) => sentence.startsWith('Put the order on hold.'))).toHaveLength(1)

    const charges = chargesOf(customer).length
    for (let month = 0; month < 12; month++) {
      await passDays((await payments(order)).subscription, 30)
      await processEvents()
    }
    expect(chargesOf(customer).length).toBe(charges)
    expect(await group(order)).toMatchObject({ hold: kind })
    const paidUntil = new Date((await group(order)).paidUntil).getTime()
    expect(paidUntil).toBeLessThan(Date.now() + 31 * 24 * 3600_000)
  },
)

test('the operator is told how many orders are on hold, whichever event of the payment came first', async () => {
  const order = await paidOrder({ orderCount: 2 }, false)
  const { paymentIntent } = await payments(order)
  const { id } = await atStripe('/disputes', { paymentIntent })
  await processEvents('reversed')
  const [alert] = await db
    .select()
    .from(outbox)
    .where(like(outbox.dedupeKey, `alert:dispute:${id}:open`))
  expect(alert?.body).toContain('On hold: 2 orders')
})

test('a dispute that comes before the payment is known here holds the order all the same', {
  tags: ['fault-54'],
}, async () => {
  const order = await paidOrder({}, false)
  const { paymentIntent } = await payments(order)
  await db.update(checkouts).set({ status: 'open' }).where(eq(checkouts.paymentIntentId, paymentIntent))
  await db.update(bundles).set({ status: 'awaiting_payment' }).where(eq(bundles.id, order.groupId))
  await db
    .update(checkouts)
    .set({ paymentIntentId: null, subscriptionId: null })
    .where(eq(checkouts.customerId, order.person.id))
  await atStripe('/disputes', { paymentIntent })
  await processEvents('reversed')
  expect(await group(order)).toMatchObject({ hold: 'dispute' })
})

test('a dispute that is won lets the order run and be billed again by itself; one that is lost does not', async () => {
  const orders = [await paidOrder({}, 'few mailboxes'), await paidOrder({}, 'few mailboxes')]
  for (const [at, order] of orders.entries()) {
    const { paymentIntent, customer } = await payments(order)
    const { id } = await atStripe('/disputes', { paymentIntent })
    await processEvents()
    await atStripe('/disputes/close', { id, outcome: at === 0 ? 'won' : 'lost' })
    await processEvents()
    const charges = chargesOf(customer).length
    await passDays((await payments(order)).subscription, 31)
    await processEvents()
    expect(chargesOf(customer).length - charges).toBe(at === 0 ? 1 : 0)
    expect((await group(order)).hold).toBe(at === 0 ? null : 'refund')
  }
  const [won, lost] = orders as [ManagedOrder, ManagedOrder]
  for (const name of won.names) {
    await reconcileUntilDone(name)
    await agree(name)
  }
  expect(await mailsTo(won.person.email)).toContain('Your order for Acme 42 resumes')
  expect(await sentences(won)).toEqual(
    expect.arrayContaining([
      'Ended the hold: the order resumes',
      expect.stringMatching(/^Received \$[\d.]+ for the renewal \(invoice /),
      expect.stringContaining('the payment stands'),
    ]),
  )
  const ofLost = await sentences(lost)
  expect(ofLost).toEqual(expect.arrayContaining([expect.stringContaining('the payment went back')]))
  expect(ofLost.filter((sentence) => sentence.startsWith('Put the order on hold.'))).toEqual([
    'Put the order on hold. This order is no longer paid for.',
    'Put the order on hold. A payment for this order is disputed at the bank.',
  ])
})

test('of a subscription with an order on hold and one that runs only the latter is billed, and both after the release', async () => {
  const order = await paidOrder({ orderCount: 2 }, false)
  await processEvents()
  const { subscription } = await payments(order)
  const billed = async () => (await deps.vendors.payments.readSubscription(subscription)).quantities
  const alarms = () => db.$count(outbox, like(outbox.dedupeKey, `alert:quantity:${subscription}%`))
  expect(await operator('order hold', { order: order.groupId })).toContain('On hold: 1 group')
  await processEvents()
  expect(await billed()).toEqual({ azure: 1 })
  expect(await operator('order release', { order: order.groupId })).toContain('Released: 1 group')
  await processEvents()
  expect(await billed()).toEqual({ azure: 2 })
  await processEvents()
  expect(await alarms()).toBe(0)
  await expect(operator('order release', { order: order.groupId })).rejects.toThrow('It is not on hold.')
})

test('a pause of billing that fails stays due and is made good', { tags: ['fault-54'] }, async () => {
  const order = await paidOrder({}, false)
  await processEvents()
  const { paymentIntent, subscription } = await payments(order)
  await atStripe('/refunds', { paymentIntent })
  sandbox.faults.add({
    kind: '503',
    vendor: 'stripe',
    method: 'POST',
    path: '/v1/subscriptions',
    times: 1_000,
  })
  await processEvents().catch(() => {})
  sandbox.faults.clear()
  await db.execute('update vendor_limits set blocked_until = 0')
  await processEvents()
  expect(await deps.vendors.payments.readSubscription(subscription)).toMatchObject({ isPaused: true })
})

test('bought names of an order on hold are not renewed after some days, and are again once it is released', async () => {
  const order = await paidOrder({}, 'few mailboxes')
  const [name] = order.names as [string]
  await operator('order hold', { order: order.groupId })
  const renews = async () => (await deps.vendors.registrar.findRegistration(name))?.autoRenew
  await reconcileUntilDone(name)
  expect(await renews()).toBe(true)
  await db
    .update(bundles)
    .set(heldFor('operator', new Date(Date.now() - heldNamesRenewDays * 24 * 3600_000)))
    .where(eq(bundles.id, order.groupId))
  await reconcileUntilDone(name)
  expect(await renews()).toBe(false)
  expect(await domainRow(name)).toMatchObject({ want: 'run', status: 'pending' })
  await operator('order release', { order: order.groupId })
  await reconcileUntilDone(name)
  expect(await renews()).toBe(true)
  await agree(name)
})

test('a dispute that is lost gives bought names no further days: they are not renewed since it began', async () => {
  const order = await paidOrder({}, 'few mailboxes')
  const [name] = order.names as [string]
  const { id } = await atStripe('/disputes', { paymentIntent: (await payments(order)).paymentIntent })
  await processEvents()
  await db
    .update(bundles)
    .set(heldFor('dispute', new Date(Date.now() - heldNamesRenewDays * 24 * 3600_000)))
    .where(eq(bundles.id, order.groupId))
  await atStripe('/disputes/close', { id, outcome: 'lost' })
  await processEvents()
  expect(await group(order)).toMatchObject({ hold: 'refund' })
  await reconcileUntilDone(name)
  expect((await deps.vendors.registrar.findRegistration(name))?.autoRenew).toBe(false)
})

test('the operator ends an order on hold: it is cancelled, its billing over, its customer told why', async () => {
  const order = await paidOrder({ plan: 'premium' }, false)
  await processEvents()
  const { paymentIntent, subscription } = await payments(order)
  await atStripe('/refunds', { paymentIntent })
  await processEvents()
  expect(await operator('order end', { order: order.groupId, reason: 'charged back' })).toContain(
    'Ended: 1 group',
  )
  await processEvents()
  expect(await deps.vendors.payments.readSubscription(subscription)).toMatchObject({ status: 'ended' })
  expect(await group(order)).toMatchObject({ live: false, hold: null, cancelReason: 'charged back' })
})

test('while a renewal is refused the end of the last paid period is shown; another card pays it at once', async () => {
  const order = await paidOrder({}, 'few mailboxes')
  await processEvents()
  const { customer, subscription } = await payments(order)
  const { paidUntil } = await group(order)
  await atStripe('/cards', { customer, behaviour: 'declines' })
  await passDays((await payments(order)).subscription, 31)
  await processEvents('reversed')
  const refused = await group(order)
  // Time passed only at the provider, by moving its dates back.
  const day = 24 * 3600_000
  expect(Date.parse(refused.paidUntil)).toBe(Date.parse(paidUntil) - 31 * day)
  expect(refused).toMatchObject({
    graceUntil: expect.stringMatching(/T/),
    owed: [{ cents: 50_00, number: expect.any(String), url: expect.stringContaining('/invoice/') }],
  })
  const [mail] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, order.person.email), like(outbox.dedupeKey, 'renewal-failed:%')))
  expect(mail?.body).toContain(`$50.00, pay it now: ${refused.owed[0].url}`)

  const portal = (await order.person.post('/api/payments/create-customer-portal', {})).body.data.url
  const form = new URLSearchParams({ action: 'card', card: 'works' })
  await sandbox.fetch(portal, { method: 'POST', body: form, redirect: 'manual' })
  await processEvents('reversed')
  const paid = await group(order)
  expect(paid).toMatchObject({ graceUntil: null, owed: [], hold: null })
  expect(Date.parse(paid.paidUntil)).toBe(Date.parse(refused.paidUntil) + 30 * day)
  await processEvents()
  await sweepPayments(deps)
  expect(
    (await mailsTo(order.person.email)).filter((subject) => subject === 'Your renewal is paid'),
  ).toHaveLength(1)
  const told = await sentences(order)
  expect(told.filter((sentence) => sentence.startsWith('The renewal of $50.00 was refused'))).toHaveLength(1)
  expect(told.filter((sentence) => sentence.startsWith('Received $50.00 for the renewal'))).toHaveLength(1)
  expect(told.filter((sentence) => /^Received \$[\d.]+ \(invoice/.test(sentence))).toHaveLength(1)
  // The next one is charged to the new card too.
  const charges = chargesOf(customer).length
  await atStripe('/subscriptions/advance', { id: subscription, days: 30 })
  expect(chargesOf(customer).length).toBe(charges + 1)
})

test('a refused renewal that is paid on its own page is told by mail and in the activity', async () => {
  const order = await paidOrder({}, false)
  await processEvents()
  const { customer } = await payments(order)
  await atStripe('/cards', { customer, behaviour: 'declines' })
  await passDays((await payments(order)).subscription, 31)
  await processEvents()
  const [owed] = (await group(order)).owed
  const form = new URLSearchParams({ card: 'works' })
  await sandbox.fetch(owed.url, { method: 'POST', body: form, redirect: 'manual' })
  await processEvents()
  expect(await group(order)).toMatchObject({ graceUntil: null, owed: [] })
  expect(await mailsTo(order.person.email)).toContain('Your renewal is paid')
})
