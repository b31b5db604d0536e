import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, outbox } from '#base/db/schema/index.ts'
import { holdBundles } from '#features/billing/server/holds.ts'
import { bookEvents } from '#features/money/server/books/book-events.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { refund } from './order-refund.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, payments, passDays } = stripeActs(world)

const mailsTo = async (to: string) =>
  (
    await db
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, to))
      .orderBy(asc(outbox.createdAt), asc(outbox.id))
  ).map(({ subject, body }) => `${subject}\n${body}`)
const latestTo = async (to: string) => (await mailsTo(to)).at(-1)
const bundlesOf = ({ person }: ManagedOrder) =>
  db.select().from(bundles).where(eq(bundles.customerId, person.id)).orderBy(bundles.orderIndex)

const today = new Date().toISOString().slice(0, 10)

test('a dispute of a part of a payment is told with that amount, to its customer and the operator, however it ends', async () => {
  for (const [outcome, sentence, standing] of [
    [
      'won',
      `Your bank closed the dispute over $20.00 of your ${today} payment for your order. The money is not returned to you.`,
      'It continues.',
    ],
    [
      'lost',
      `Your bank decided the dispute over $20.00 of your ${today} payment for your order in your favor and returned the money to you.`,
      'It is on hold. The mailboxes are disabled, and everything is kept.',
    ],
  ] as const) {
    const order = await paidOrder({}, false)
    const { paymentIntent } = await payments(order)
    const [bundle] = await bundlesOf(order)
    const label = 'Acme 42 (example.com), $50.00 every 30 days'
    const page = `dashboard?order=${bundle?.orderId}`

    const { id } = await atStripe('/disputes', { paymentIntent, cents: 20_00 })
    await processEvents()
    const opened = await latestTo(order.person.email)
    expect(opened).toContain(`$20.00 of your ${today} payment for your order is disputed at your bank.`)
    expect(opened).toContain(`Your order for ${label}:\nIt is on hold. The mailboxes are disabled`)
    expect(opened).toContain(page)
    const alert = await latestTo(deps.config.operatorEmail)
    expect(alert).toContain('A payment of $20.00 is disputed')
    expect(alert).toContain(
      `${label}, of ${order.person.email}, on hold (dispute): ${deps.config.publicUrl}/operator/orders/${bundle?.orderId}`,
    )

    await atStripe('/disputes/close', { id, outcome })
    await processEvents()
    const closed = await latestTo(order.person.email)
    expect(closed).toContain(sentence)
    expect(closed).toContain(`Your order for ${label}:\n${standing}`)
    expect(closed).toContain(page)
  }
})

test('a second dispute of one payment is told, and that one of both was won, or lost', async () => {
  for (const [outcome, sentence] of [
    ['won', 'The money is not returned to you.'],
    ['lost', 'Once that is decided, pay for the order again to resume it.'],
  ] as const) {
    const order = await paidOrder({}, false)
    const { paymentIntent } = await payments(order)
    await atStripe('/disputes', { paymentIntent, cents: 20_00 })
    await processEvents()
    const known = await mailsTo(order.person.email)
    const { id } = await atStripe('/disputes', { paymentIntent, cents: 7_00 })
    await processEvents()
    await processEvents()
    const mails = (await mailsTo(order.person.email)).slice(known.length)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(`$7.00 of your ${today} payment for your order is disputed at your bank.`)
    expect(mails[0]).toContain('\nIt is on hold. The mailboxes are disabled')

    await atStripe('/disputes/close', { id, outcome })
    await processEvents()
    const closed = await latestTo(order.person.email)
    expect(closed).toContain(`$7.00 of your ${today} payment for your order`)
    expect(closed).toContain('Another dispute of a payment for it is still open.')
    expect(closed).toContain(sentence)
    expect(closed).toContain('\nIt is on hold. A payment for this order is disputed at the bank.')
  }
})

test('a disputed renewal is named as that', async () => {
  const order = await paidOrder({}, false)
  await processEvents()
  const { subscription, customer } = await payments(order)
  await passDays(subscription, 31)
  await processEvents()
  await bookEvents(deps)
  const renewal = world.sandbox.store
    .collection<{ id: string; customer: string }>('stripe.payment_intents')
    .list()
    .findLast((payment) => payment.customer === customer)
  await atStripe('/disputes', { paymentIntent: renewal?.id })
  await processEvents()
  expect(await latestTo(order.person.email)).toMatch(
    /^\$50\.00 of your \d{4}-\d\d-\d\d payment for a renewal is disputed at your bank\.$/m,
  )
})

test('a refused renewal tells of each part of an order whether it runs: one on hold for another cause, one cancelled', async () => {
  const order = await paidOrder({ orderCount: 3 }, false)
  const [held, cancelled] = await bundlesOf(order)
  await processEvents()
  await db.transaction((tx) => holdBundles(deps, tx, [held?.id ?? ''], 'operator'))
  const cancelling = { groupId: cancelled?.id, reason: 'pricing' }
  expect((await order.person.post('/api/orders/cancel', cancelling)).status).toBe(200)
  await processEvents()
  const { customer, subscription } = await payments(order)
  await atStripe('/cards', { customer, behaviour: 'declines' })
  await passDays(subscription, 31)
  await processEvents()
  const mail = (await mailsTo(order.person.email)).find((text) => text.includes('did not go through'))
  expect(mail).toContain('Your payment of $50.00 for a renewal was refused.')
  expect(mail).toMatch(/\$50\.00 every 30 days:\nIt is on hold\. Our team has put this order on hold\./)
  expect(mail).toMatch(/\$50\.00 every 30 days:\nIt keeps running until \d{4}-\d\d-\d\d\./)
  expect(mail).not.toContain('cancelled')
})

test('a part of a payment that is refunded stops nothing, and all of it stops the order', async () => {
  const order = await paidOrder({}, false)
  const [bundle] = await bundlesOf(order)
  await refund(deps, { orderId: bundle?.orderId ?? '', cents: 5_00, reason: 'sorry' })
  const part = await latestTo(order.person.email)
  expect(part).toContain('We have refunded $5.00 of your payment.')
  expect(part).toContain('It continues.')
  await refund(deps, { orderId: bundle?.orderId ?? '', reason: 'all of it' })
  const mails = (await mailsTo(order.person.email)).slice(-2)
  expect(mails.find((text) => text.includes('is on hold\n'))).toContain(
    'We refunded $76.00, so nothing is left of a payment for this order.',
  )
  const whole = mails.find((text) => text.startsWith('We have refunded $76.00'))
  expect(whole).toContain('It is on hold. This order is no longer paid for.')
  expect(whole).toContain('With earlier refunds, that is $81.00 of the $81.00 that you paid.')
})
