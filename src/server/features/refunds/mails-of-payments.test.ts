import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, outbox } from '../../db/schema/index.ts'
import { type ManagedOrder, manageOrders } from '../../testing/managed-orders.ts'
import { stripeActs } from '../../testing/stripe-acts.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { holdBundles } from '../billing/holds.ts'
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

test('a dispute of a part of a payment is told with that amount, to its customer and the operator, however it ends', async () => {
  for (const [outcome, sentence, standing] of [
    ['won', 'Your bank decided that the disputed payment of $20.00 stands.', 'It continues.'],
    [
      'lost',
      'Your bank decided the dispute over $20.00 in your favor and returned the money to you.',
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
    expect(opened).toContain('A payment for this order is disputed at your bank, over $20.00.')
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
