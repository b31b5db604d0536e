import { eq, inArray, isNull, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readAgain, readBackfill } from '#base/db/books-read.ts'
import {
  chargeReturns,
  charges,
  invoiceLines,
  invoices,
  outbox,
  stripeEvents,
} from '#base/db/schema/index.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { backfillBooks } from './backfill-books.ts'
import { bookEvents } from './book-events.ts'
import { noteCharges, noteInvoices, noteReturns } from './note-records.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, payments, passDays } = stripeActs(world)

/** Everything that the books have of somebody. */
async function bookedOf(customerId: string) {
  const billed = await db
    .select()
    .from(invoices)
    .where(eq(invoices.customerId, customerId))
    .orderBy(invoices.stripeId)
  const tried = await db
    .select()
    .from(charges)
    .where(eq(charges.customerId, customerId))
    .orderBy(charges.stripeId)
  const lines = await db
    .select()
    .from(invoiceLines)
    .where(
      inArray(
        invoiceLines.invoiceId,
        billed.map(({ stripeId }) => stripeId),
      ),
    )
    .orderBy(invoiceLines.invoiceId, invoiceLines.position)
  const returns = await db
    .select()
    .from(chargeReturns)
    .where(
      inArray(
        chargeReturns.chargeId,
        tried.map(({ stripeId }) => stripeId),
      ),
    )
    .orderBy(chargeReturns.stripeId)
  return { billed, lines, tried, returns }
}

/** When something was read last is no part of what was read. */
const withoutLooks = (booked: Awaited<ReturnType<typeof bookedOf>>) => ({
  ...booked,
  billed: booked.billed.map(({ readAt, ...row }) => row),
  tried: booked.tried.map(({ readAt, ...row }) => row),
  returns: booked.returns.map(({ readAt, ...row }) => row),
})

/** Paid, renewed, refused, refunded in part and disputed. */
async function eventfulYear() {
  const order = await paidOrder({}, 'few mailboxes')
  const { paymentIntent, subscription, customer } = await payments(order)
  await passDays(subscription, 31)
  await atStripe('/cards', { customer, behaviour: 'declines' })
  await passDays(subscription, 31)
  await atStripe('/refunds', { paymentIntent, cents: 700 })
  const renewal = sandbox.store
    .collection<{ id: string; customer: string; status: string; description: string }>(
      'stripe.payment_intents',
    )
    .list()
    .find((intent) => intent.customer === customer && intent.description === 'Subscription update')
  const dispute = await atStripe('/disputes', { paymentIntent: renewal?.id })
  return { person: order.person, dispute: dispute.id }
}

test('renewals, refused cards, refunds and disputes are in the books, not only what was ordered', async () => {
  const { person, dispute } = await eventfulYear()
  await processEvents()
  await bookEvents(deps)
  const { billed, lines, tried, returns } = await bookedOf(person.id)
  expect(billed.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
    'first paid',
    'renewal paid',
    // What is disputed is not billed: the refused one is asked for no more.
    'renewal void',
  ])
  expect(lines.filter(({ plan }) => plan === 'azure').map(({ listCents }) => listCents)).toEqual([
    5_000, 5_000, 5_000,
  ])
  // The card that was refused is not tried again.
  expect(tried.map(({ state }) => state).toSorted()).toEqual(['failed', 'succeeded', 'succeeded'])
  const renewed = tried.find(({ amountCents, state }) => amountCents === 5_000 && state === 'succeeded')
  expect(renewed).toMatchObject({ feeCents: 175 })
  expect(returns.map(({ kind, cents, outcome }) => `${kind} ${cents} ${outcome}`).toSorted()).toEqual([
    'dispute 5000 open',
    'refund 700 succeeded',
  ])

  await atStripe('/disputes/close', { id: dispute, outcome: 'won' })
  await processEvents()
  await bookEvents(deps)
  expect((await bookedOf(person.id)).returns.find(({ kind }) => kind === 'dispute')?.outcome).toBe('won')
})

test('the books are the same whatever order the events come in, and however often they are read', async () => {
  const { person } = await eventfulYear()
  await processEvents('reversed')
  await bookEvents(deps)
  const once = withoutLooks(await bookedOf(person.id))
  expect(once.billed).toHaveLength(3)
  await db.update(stripeEvents).set({ bookedAt: null })
  await bookEvents(deps)
  expect(withoutLooks(await bookedOf(person.id))).toEqual(once)
})

test('what was there before the books is read page by page, going on where it ended, and is the same', async () => {
  const { person } = await eventfulYear()
  await processEvents()
  await bookEvents(deps)
  const told = withoutLooks(await bookedOf(person.id))
  await db.execute(sql`truncate invoices, charges cascade`)
  await readAgain(db)
  const stages: string[] = []
  while ((await readBackfill(db)).stage !== 'done') {
    stages.push((await readBackfill(db)).stage)
    await backfillBooks(deps, 1)
  }
  expect(stages).toEqual(['invoices', 'charges', 'refunds', 'disputes'])
  // How many there are is counted at the end, so that what reads them is quick from then on.
  const { rows } = await db.execute<{ rows: number; table: string }>(
    sql`select relname as table, reltuples::int as rows from pg_class
      where oid in ('invoices'::regclass, 'charges'::regclass) order by 1`,
  )
  expect(rows).toEqual([
    { table: 'charges', rows: await db.$count(charges) },
    { table: 'invoices', rows: await db.$count(invoices) },
  ])
  expect(withoutLooks(await bookedOf(person.id))).toEqual(told)
})

test('what others sell in the same account is not in the books', async () => {
  const before = await db.$count(charges)
  const { collection } = sandbox.store
  const [known] = collection<{ id: string }>('stripe.charges').list()
  collection('stripe.charges').put('ch_other', { ...known, id: 'ch_other', customer: 'cus_other' })
  await readAgain(db)
  await backfillBooks(deps)
  expect(await db.$count(charges)).toBe(before)
})

test('a look that began before another writes nothing over it', async () => {
  const { person } = await eventfulYear()
  await processEvents()
  await bookEvents(deps)
  const before = await bookedOf(person.id)
  const paid = before.tried.find(({ state }) => state === 'succeeded')
  const read = await deps.vendors.payments.readPaymentRecords(paid?.paymentIntentId ?? '')
  const charged = read.charges.map((charge) => ({ ...charge, state: 'pending' as const }))
  const returned = read.returns.map((each) => ({ ...each, outcome: 'pending' as const }))
  const bill = await deps.vendors.payments.readInvoiceRecord(
    before.billed.find(({ paymentIntentId }) => paymentIntentId === paid?.paymentIntentId)?.stripeId ?? '',
  )
  if (!bill || returned.length === 0) throw new Error('It was billed, and something went back.')
  await db.transaction(async (tx) => {
    const long = new Date(0)
    await noteInvoices(tx, [{ ...bill, status: 'open', paidCents: 0, lines: [] }], long)
    await noteCharges(tx, charged, long)
    await noteReturns(tx, returned, long)
  })
  expect(await bookedOf(person.id)).toEqual(before)
})

test('a payment that Stripe refuses to tell of is set aside with one alert, and the others are booked', async () => {
  // Longer than any id: Stripe refuses it, as it would one that a later version of its own writes otherwise.
  const paymentId = 'p'.repeat(5_001)
  const event = { type: 'charge.updated', data: { paymentId }, receivedAt: new Date(0) }
  await db.insert(stripeEvents).values([
    { id: 'evt_refused', ...event },
    { id: 'evt_refused_again', ...event },
  ])
  const { person } = await paidOrder({}, 'few mailboxes')
  await processEvents()
  await bookEvents(deps)
  expect((await bookedOf(person.id)).tried).toHaveLength(1)
  expect(await db.$count(stripeEvents, isNull(stripeEvents.bookedAt))).toBe(0)
  const alerts = await db.select().from(outbox).where(like(outbox.dedupeKey, 'alert:books:%'))
  expect(alerts.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('A payment cannot be read into the books'),
  ])
})

test('while Stripe is away events wait, and are booked once it is back', async () => {
  const { person } = await paidOrder({}, 'few mailboxes')
  await processEvents()
  const waiting = await db.$count(stripeEvents, isNull(stripeEvents.bookedAt))
  sandbox.faults.add({ kind: '500', vendor: 'stripe' })
  await expect(bookEvents(deps)).rejects.toThrow('Stripe')
  expect(await db.$count(stripeEvents, isNull(stripeEvents.bookedAt))).toBe(waiting)
  await bookEvents(deps)
  expect((await bookedOf(person.id)).tried).toHaveLength(1)
})
