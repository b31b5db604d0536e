import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookedUntil, keepEventsCursor, readBackfill } from '#base/db/books-read.ts'
import { chargeReturns, charges, outbox, stripeEvents } from '#base/db/schema/index.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { endpointEvents } from '#vendors/stripe/simulator/webhook-endpoint.ts'
import type { MoneyView } from '../../api/console-money.ts'
import { backfillBooks } from './backfill-books.ts'
import { bookEvents } from './book-events.ts'
import { compareBooks } from './compare-books.ts'

const world = await createTestWorld()
const { deps } = world
const { db, pool } = deps
const { paidOrder } = manageOrders(world)
const { act, atStripe, news, passDays, payments, processEvents } = stripeActs(world)
const finance = await joinedStaff(world, 'finance')

const look = async () => (await finance.get('/api/operator/money')).body as MoneyView
/** All that is due, as the worker does in time. */
async function compare(): Promise<void> {
  await pool.query(`delete from settings where key = 'books_compared'`)
  for (let months = 0; months < 12; months++) await compareBooks(deps)
}
/** What happened long ago at Stripe, and is settled. */
const age = (days: number) =>
  world.sandbox.store.transaction(() => {
    for (const plural of ['charges', 'refunds', 'disputes'])
      for (const object of world.sandbox.store
        .collection<{ id: string; created: number }>(`stripe.${plural}`)
        .list())
        world.sandbox.store
          .collection(`stripe.${plural}`)
          .put(object.id, { ...object, created: object.created - days * 86_400 })
  })
const lacking = ({ compared }: MoneyView) =>
  compared.filter(
    ({ stripe, books }) => stripe.charged !== books.charged || stripe.returned !== books.returned,
  )

test('a charge is in the books with the invoice that was told of, and charges and voids are told of as well', async () => {
  const order = await paidOrder({}, false)
  await processEvents()
  await bookEvents(deps)
  const { subscription } = await payments(order)
  await passDays(subscription, 31)
  const told = await news()
  const ofRenewal = told.filter(({ type }) => type === 'invoice.paid')
  await act(ofRenewal)
  await bookEvents(deps)
  expect(await db.$count(charges, eq(charges.customerId, order.person.id))).toBe(2)
  expect(endpointEvents).toEqual(
    expect.arrayContaining(['invoice.paid', 'invoice.voided', 'charge.succeeded', 'charge.failed']),
  )
})

test('what the books lack is seen beside Stripe’s own sum of the month, until it is read again', async () => {
  const order = await paidOrder({}, false)
  const { paymentIntent } = await payments(order)
  await atStripe('/refunds', { paymentIntent, cents: 700 })
  await processEvents()
  age(40)
  await db.execute(sql`truncate invoices, charges cascade`)
  await backfillBooks(deps)
  await compare()
  const whole = await look()
  expect(whole.compared).toHaveLength(12)
  expect(lacking(whole)).toEqual([])
  const [month] = whole.compared.filter(({ stripe }) => stripe.charged > 0)
  expect(month).toMatchObject({ stripe: { returned: 700 }, books: { returned: 700 } })

  await db.delete(chargeReturns)
  expect(lacking(await look())).toEqual([{ ...month, books: { ...month?.books, returned: 0 } }])
  await db.delete(charges).where(eq(charges.customerId, order.person.id))
  expect(lacking(await look())).toMatchObject([{ month: month?.month, stripe: month?.stripe }])

  expect(
    (await (await joinedStaff(world, 'support')).post('/api/operator/money/read-again', {})).status,
  ).toBe(403)
  expect((await finance.post('/api/operator/money/read-again', {})).status).toBe(200)
  expect(await look()).toMatchObject({ isRead: false, total: null })
  await backfillBooks(deps, 1)
  // Asked for twice, it goes on where it is.
  expect((await finance.post('/api/operator/money/read-again', {})).status).toBe(200)
  expect(await readBackfill(db)).toEqual({ stage: 'charges' })
  await backfillBooks(deps)
  expect(lacking(await look())).toEqual([])
})

test('a worker that was away longer than Stripe keeps events rereads the books, and says so', async () => {
  await sweepPayments(deps)
  await processEvents()
  await bookEvents(deps)
  expect(await readBackfill(db)).toEqual({ stage: 'done' })
  await keepEventsCursor(db, Date.now() - 20 * 86_400_000)
  await sweepPayments(deps)
  expect(await readBackfill(db)).toEqual({ stage: 'done' })

  const away = Date.now() - 31 * 86_400_000
  await keepEventsCursor(db, away)
  expect((await look()).readUntil).toBe(new Date(away).toISOString())
  await sweepPayments(deps)
  expect(await readBackfill(db)).toEqual({ stage: 'invoices' })
  expect(await look()).toMatchObject({ isRead: false, total: null })
  const subjects = await db.select({ subject: outbox.subject }).from(outbox)
  expect(subjects.map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('Stripe was not read for a month'),
  )
  await backfillBooks(deps)
  expect((await look()).isRead).toBe(true)
})

test('until when it is read is the oldest event that waits', async () => {
  const received = new Date(Date.now() - 5 * 3600_000)
  const [event] = await db.select().from(stripeEvents).limit(1)
  await db.execute(
    sql`update stripe_events set booked_at = null, received_at = ${received} where id = ${event?.id}`,
  )
  expect(await bookedUntil(db)).toEqual(received)
  await bookEvents(deps)
  expect(Number(await bookedUntil(db))).toBeGreaterThan(received.getTime())
})
