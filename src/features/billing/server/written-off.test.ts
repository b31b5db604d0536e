import { and, eq, like, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { renewalCommand } from '#apps/operator/renewal-command.ts'
import { auditLog, bundles, outbox, stripeEvents as storedEvents } from '#base/db/schema/index.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { type Paying, payingOrders } from '#tests/server/paying-orders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { forgiveRenewal } from './forgive-renewal.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const {
  atStripe,
  news,
  act,
  bill,
  processEvents,
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
  chargesOf,
} = payingOrders(world)

beforeEach(() => processEvents())

const statusAtStripe = ({ subscription }: Paying) =>
  sandbox.store.collection<{ status: string }>('stripe.subscriptions').get(subscription)?.status
const alerts = (key: string) =>
  db
    .select()
    .from(outbox)
    .where(like(outbox.dedupeKey, `alert:${key}%`))
const theRenewal = (order: Paying): string => renewalsOf(order)[0]?.id ?? ''

/** How what happens at Stripe comes to be known. */
const ways = [
  ['by events', () => processEvents()],
  ['by events in reverse', () => processEvents('reversed')],
  [
    'by events that come twice',
    async () => {
      const told = await news()
      await act(told)
      for (const { id } of told) {
        await db.update(storedEvents).set({ processedAt: null }).where(eq(storedEvents.id, id))
        await processStripeEvent(deps, id)
      }
      await bill()
    },
  ],
  [
    'by the sweep alone',
    async () => {
      const told = await news()
      await sweepPayments(deps)
      for (const { id } of told) await processStripeEvent(deps, id)
      await bill()
    },
  ],
] as const

test.each(ways)(
  'a renewal that was written off at Stripe, known %s, is owed and holds its order until it is paid',
  async (_, learn) => {
    const order = await heldForARefusedRenewal()
    await atStripe('/invoices/write-off', { id: theRenewal(order) })
    expect(statusAtStripe(order)).toBe('active')
    await learn()
    await sync(order)
    expect(await group(order)).toMatchObject({ hold: 'past_due', owed: [{ cents: 50_00 }] })
    expect(await shownTo(order)).toMatchObject([
      { owed: [{ cents: 50_00, url: expect.stringContaining('/invoice/') }] },
    ])
    expect(await alerts(`written-off:${theRenewal(order)}`)).toHaveLength(1)
    const charged = chargesOf(order.customer)

    await payOnItsPage((await owedBy(order))[0])
    await learn()
    expect(chargesOf(order.customer)).toEqual([...charged, 50_00])
    expect(await group(order)).toMatchObject({ hold: null, owed: [] })
    const paid = (await mailsTo(order)).filter(({ subject }) => subject === 'Your renewal is paid')
    expect(paid).toHaveLength(1)
    expect(paid[0]?.body).toContain('It continues.')
    expect(await alerts(`quantity:${order.subscription}`)).toEqual([])
  },
)

test('a card that works is charged for what was written off, as for anything else that is owed', async () => {
  const order = await heldForARefusedRenewal()
  await atStripe('/invoices/write-off', { id: theRenewal(order) })
  await sync(order)
  const charged = chargesOf(order.customer)
  await giveCard(order, 'works')
  expect(chargesOf(order.customer)).toEqual([...charged, 50_00])
  expect(await group(order)).toMatchObject({ hold: null, owed: [] })
})

test('what is written off while its order may still run is held when its time of grace is over', async () => {
  const order = await paying()
  await giveCard(order, 'declines')
  await pass(order, 30)
  await atStripe('/invoices/write-off', { id: theRenewal(order) })
  await sync(order)
  expect(await group(order)).toMatchObject({ hold: null, owed: [{ cents: 50_00 }] })
  await pass(order, 8)
  expect(await group(order)).toMatchObject({ hold: 'past_due', owed: [{ cents: 50_00 }] })
})

/** The seller has chosen that Stripe ends a subscription after its last try, and writes off its invoice. */
async function endedByStripe(): Promise<Paying> {
  const order = await paying()
  await giveCard(order, 'declines')
  await atStripe('/subscriptions/after-last-try', { subscription: 'cancel', invoice: 'uncollectible' })
  await pass(order, 30)
  await pass(order, 16)
  await atStripe('/subscriptions/after-last-try', { subscription: 'leave', invoice: 'leave' })
  expect(statusAtStripe(order)).toBe('canceled')
  return order
}

test.each(ways)(
  'what was served before Stripe ended a subscription is owed after it, and its payment, known %s, starts nothing',
  async (_, learn) => {
    const order = await endedByStripe()
    const shown = await group(order)
    expect(shown).toMatchObject({ live: false, owed: [{ cents: 50_00 }] })
    expect(await shownTo(order)).toEqual([
      { orderIds: [shown.orderId], owed: shown.owed, until: null, hasEnded: true },
    ])
    const portal = await order.person.post('/api/payments/create-customer-portal', {
      email: order.person.email,
    })
    expect(portal.body.data.owed).toEqual([])
    // A new card is not charged for what has ended.
    const charged = chargesOf(order.customer)
    await giveCard(order, 'works')
    expect(chargesOf(order.customer)).toEqual(charged)

    await payOnItsPage(shown.owed[0])
    await learn()
    expect(chargesOf(order.customer)).toEqual([...charged, 50_00])
    expect(await group(order)).toMatchObject({ live: false, owed: [] })
    const told = (await mailsTo(order)).filter(({ subject }) => subject === 'Your renewal is paid')
    expect(told).toHaveLength(1)
    expect(told[0]?.body).toMatch(
      /We have received \$50\.00 .*It is cancelled.*due before your order ended\..*reinstate the order on your dashboard by \d{4}/s,
    )
    expect(told[0]?.body).not.toContain('It continues')
    expect(await alerts(`idle-renewal:${theRenewal(order)}`)).toEqual([])
  },
)

test.each(ways)(
  'a renewal that was charged, known %s, as its order was cancelled is offered back, once, to customer and operator',
  async (_, learn) => {
    const order = await paying()
    const { person, groupId } = order
    expect((await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })).status).toBe(200)
    // Stripe counts in seconds, and has not been told of the end.
    await db
      .update(bundles)
      .set({ cancelledAt: sql`${bundles.cancelledAt} - interval '1 minute'` })
      .where(eq(bundles.id, groupId))
    await atStripe('/subscriptions/advance', { id: order.subscription, days: 30 })
    await learn()
    await sync(order)
    expect(chargesOf(order.customer)).toEqual([expect.any(Number), 50_00])
    const offered = (await mailsTo(order)).filter(
      ({ subject }) => subject === 'Would you like your $50.00 back?',
    )
    expect(offered).toHaveLength(1)
    expect(offered[0]?.body).toContain('did not run')
    expect(await alerts(`idle-renewal:${theRenewal(order)}`)).toMatchObject([
      { body: expect.stringMatching(/payment pi_\w+ at Stripe/) },
    ])
  },
)

test('a cancellation says what is no longer owed, and what still is since it was written off', async () => {
  const [open, writtenOff] = [await heldForARefusedRenewal(), await heldForARefusedRenewal()]
  await atStripe('/invoices/write-off', { id: theRenewal(writtenOff) })
  await sync(writtenOff)
  // The page that asks whether to cancel says so before it is done.
  expect((await group(open)).owedOnceCancelled).toEqual({ owed: [], isShared: false })
  expect((await group(writtenOff)).owedOnceCancelled).toMatchObject({ owed: [{ cents: 50_00 }] })
  const cancelled = async (order: Paying) => {
    await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
    await sync(order)
    return (await mailsTo(order)).find(({ subject }) => subject.endsWith('is cancelled'))?.body
  }
  expect(await cancelled(open)).toContain('You no longer have to pay the $50.00 that you owed for it.')
  expect(await cancelled(writtenOff)).toMatch(
    /You still owe \$50\.00 for the time it ran\. Paying does not start it again:\n.*pay it now: http/,
  )
  expect(renewalsOf(open)).toMatchObject([{ status: 'void' }])
  expect(await group(open)).toMatchObject({ live: false, owed: [] })
  expect(await group(writtenOff)).toMatchObject({ live: false, owed: [{ cents: 50_00 }] })
})

test('a cancellation of one of several orders that are billed together says that what is owed stays so', async () => {
  const order = await paying({ orderCount: 2 })
  await giveCard(order, 'declines')
  await pass(order, 30)
  expect(await group(order)).toMatchObject({
    owed: [{ cents: 100_00 }],
    owedOnceCancelled: { owed: [{ cents: 100_00 }], isShared: true },
  })
  await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
  await sync(order)
  const told = (await mailsTo(order)).find(({ subject }) => subject.endsWith('is cancelled'))
  expect(told?.body).toMatch(/You still owe \$100\.00, since the rest of this subscription continues:\n/)
  expect(renewalsOf(order)).toMatchObject([{ status: 'open' }])
  expect(await owedBy(order)).toMatchObject([{ cents: 100_00 }])
})

test('what is owed after the end is shown with the orders that ran in its period, and with none where all came back', async () => {
  const order = await paying({ orderCount: 2 })
  const { person, groupId } = order
  const [other] = (await db.select().from(bundles).where(eq(bundles.customerId, person.id))).filter(
    ({ id }) => id !== groupId,
  )
  await person.post('/api/orders/cancel', { groupId: other?.id, reason: 'pricing' })
  await giveCard(order, 'declines')
  await pass(order, 30)
  await atStripe('/invoices/write-off', { id: theRenewal(order) })
  await sync(order)
  await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  await sync(order)
  const { orderId, owed } = await group(order)
  const shown = { owed, until: null, hasEnded: true }
  expect(await shownTo(order)).toEqual([{ orderIds: [orderId], ...shown }])
  // As reinstating leaves it: the bundle is billed by another subscription.
  await db.update(bundles).set({ subscriptionId: null }).where(eq(bundles.customerId, person.id))
  expect(await shownTo(order)).toEqual([{ orderIds: [], ...shown }])
})

const forgive = (order: Paying) =>
  forgiveRenewal(deps, { invoiceId: theRenewal(order), reason: 'a good customer' })

test('what staff forgive is owed by nobody: it is void, its hold ends, and its customer is told', async () => {
  const order = await heldForARefusedRenewal()
  await atStripe('/invoices/write-off', { id: theRenewal(order) })
  await sync(order)
  const lines: string[] = []
  await renewalCommand.run(
    deps,
    { invoice: theRenewal(order), reason: 'a good customer' },
    (line) => lines.push(line),
    () => {},
  )
  await sync(order)
  expect(lines).toEqual(['Forgiven: $50.00 is no longer owed.'])
  expect(renewalsOf(order)).toMatchObject([{ status: 'void' }])
  const shown = await group(order)
  expect(shown).toMatchObject({ hold: null, owed: [], paidUntil: null })
  // The day until which it was paid is over, and it continues: what is true of it is when it is charged next.
  const { nextBilling } = (await order.person.get(`/api/orders/${shown.orderId}/overview`)).body
  expect(nextBilling).toEqual({ at: shown.nextBilling, cents: 50_00 })
  expect(Date.parse(shown.nextBilling)).toBeGreaterThan(Date.now())
  const told = (await mailsTo(order)).filter(({ subject }) => subject === 'You no longer owe $50.00')
  expect(told).toHaveLength(1)
  expect(told[0]?.body).toContain('It continues.')
  expect(told[0]?.body).not.toMatch(/a good customer|Nothing is charged for/)
  const [noted] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.customerId, order.person.id), eq(auditLog.action, 'payment.forgiven')))
  expect(noted).toMatchObject({ actor: 'operator', data: { cents: 50_00, reason: 'a good customer' } })
  await expect(forgive(order)).rejects.toMatchObject({ status: 404 })
})

test('what staff forgive of an order that has ended is told without a word of what continues', async () => {
  const order = await endedByStripe()
  expect(await forgive(order)).toBe(50_00)
  await sync(order)
  expect(await group(order)).toMatchObject({ live: false, owed: [] })
  const told = (await mailsTo(order)).filter(({ subject }) => subject === 'You no longer owe $50.00')
  expect(told).toHaveLength(1)
  expect(told[0]?.body).not.toContain('continues')
})

test('what was paid just before is not forgiven, and counts as paid', async () => {
  const order = await heldForARefusedRenewal()
  await payOnItsPage((await owedBy(order))[0])
  await expect(forgive(order)).rejects.toMatchObject({
    status: 409,
    message: 'This invoice was paid meanwhile, so there is nothing left to forgive.',
  })
  expect(await group(order)).toMatchObject({ hold: null, owed: [] })
  const noted = and(eq(auditLog.customerId, order.person.id), eq(auditLog.action, 'payment.forgiven'))
  expect(await db.$count(auditLog, noted)).toBe(0)
})

test('an invoice of another customer is not forgiven in the name of this one', async () => {
  const [order, other] = [await heldForARefusedRenewal(), await paying()]
  await expect(
    forgiveRenewal(deps, { invoiceId: theRenewal(order), customerId: other.person.id, reason: 'x' }),
  ).rejects.toMatchObject({ status: 404 })
  expect(renewalsOf(order)).toMatchObject([{ status: 'open' }])
})

test('what somebody voids at Stripe ends the hold, and its customer is told that it is not owed', async () => {
  const order = await heldForARefusedRenewal()
  await atStripe('/invoices/void', { id: theRenewal(order) })
  await sync(order)
  expect(await group(order)).toMatchObject({ hold: null, owed: [] })
  const told = (await mailsTo(order)).filter(({ subject }) => subject === 'You no longer owe $50.00')
  expect(told).toHaveLength(1)
})
