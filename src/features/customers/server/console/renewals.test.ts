import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { bundles, checkouts, invoices, outbox } from '#base/db/schema/index.ts'
import { bookEvents } from '#features/money/server/books/book-events.ts'
import { unsettledRefunds } from '#features/refunds/server/unsettled-refunds.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { joinedStaff, type TestStaff } from '#tests/server/staff.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { CustomerPayment } from '../../api/console-customer-payments.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, payments: paymentsOf, passDays } = stripeActs(world)
let finance: TestStaff
beforeAll(async () => {
  finance = await joinedStaff(world, 'finance')
})

const at = (id: string, part = '') => `/api/operator/customers/${id}${part}`

const mailsTo = async (email: string) =>
  (await db.select().from(outbox).where(eq(outbox.recipient, email))).map(({ subject }) => subject)

/** A customer whose order was renewed once. */
async function renewed() {
  const order = await paidOrder({}, false)
  const { subscription } = await paymentsOf(order)
  // Stripe's clock has whole seconds: what is paid later is later.
  await db
    .update(checkouts)
    .set({ createdAt: new Date(Date.now() - 3600_000) })
    .where(eq(checkouts.customerId, order.person.id))
  await passDays(subscription, 31)
  const told = async () => {
    await processEvents()
    await bookEvents(deps)
  }
  await told()
  const list = async (after?: string) =>
    (await finance.get(at(order.person.id, `/payments${after ? `?after=${after}` : ''}`))).body
      .rows as unknown as CustomerPayment[]
  const renewal = async () => (await list())[0] as CustomerPayment
  return { ...order, subscription, told, list, renewal }
}

test('a renewal is among the payments, before what was paid earlier, page by page', async () => {
  const { list, subscription } = await renewed()
  const all = await list()
  expect(all.map(({ kind, status, paidCents }) => [kind, status, paidCents])).toEqual([
    ['renewal', 'paid', 50_00],
    ['order', 'paid', all[1]?.amountCents],
  ])
  expect(all[0]).toMatchObject({ subscriptionId: subscription, refunds: [], disputes: [] })
  expect(all[0]?.paymentIntentId).toMatch(/^pi_/)
  expect(await list(all[0]?.id)).toEqual(all.slice(1))
  expect(await list(all[1]?.id)).toEqual([])
})

test('what went back of a renewal at Stripe, and a dispute of it, stand beside it', async () => {
  const { told, renewal } = await renewed()
  const { paymentIntentId: paymentIntent } = await renewal()
  await atStripe('/refunds', { paymentIntent, cents: 7_00 })
  const dispute = await atStripe('/disputes', { paymentIntent })
  await told()
  expect(await renewal()).toMatchObject({
    refunds: [{ cents: 7_00, outcome: 'succeeded', stripeRefundId: expect.stringMatching(/^re_/) }],
    disputes: [{ id: dispute.id, outcome: 'open' }],
  })
  await atStripe('/disputes/close', { id: dispute.id, outcome: 'lost' })
  await told()
  expect((await renewal()).disputes).toMatchObject([{ id: dispute.id, outcome: 'lost' }])
})

test('a renewal is refunded in parts and as a whole, once for each reason, as what was paid on a page is', async () => {
  const { person, groupId, told, renewal } = await renewed()
  const { id: invoiceId } = await renewal()
  const of = { invoiceId }
  const ask = (path: string, body: object) => finance.post(at(person.id, path), body)
  const some = { of, cents: 7_00, reason: 'a week was lost' }
  expect((await ask('/refunds/plan', some)).body).toMatchObject({ cents: 7_00, paidCents: 50_00, groups: 0 })
  expect((await ask('/refunds', some)).body.message).toBe('$7.00 goes back to the card it came from.')
  expect((await ask('/refunds', some)).body.message).toMatch(/Nothing was paid again/)
  const noted = [{ cents: 7_00, reason: 'a week was lost', outcome: 'succeeded' }]
  expect(await renewal()).toMatchObject({ leftCents: 43_00, refunds: noted })
  await told()
  // What the books have of it as well is the same refund.
  expect(await renewal()).toMatchObject({ leftCents: 43_00, refunds: noted })
  expect(await mailsTo(person.email)).toContain('We have refunded $7.00')

  const stranger = await customer()
  expect((await finance.post(at(stranger.id, '/refunds'), some)).status).toBe(404)
  expect((await ask('/refunds/plan', { ...some, reason: 'more', cents: 43_01 })).status).toBe(422)
  const all = { of, reason: 'all of it' }
  expect((await ask('/refunds/plan', all)).body).toMatchObject({
    cents: 43_00,
    refundedCents: 7_00,
    groups: 1,
  })
  await ask('/refunds', all)
  await told()
  expect(await renewal()).toMatchObject({ leftCents: 0 })
  expect((await renewal()).refunds.map(({ cents, outcome }) => [cents, outcome])).toEqual([
    [7_00, 'succeeded'],
    [43_00, 'succeeded'],
  ])
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, groupId))
  expect(bundle?.hold).toBe('refund')
  expect((await ask('/refunds', { of, reason: 'once more' })).status).toBe(409)
})

test('a renewal that another one has followed is refunded without stopping what that one pays for', async () => {
  const { person, groupId, subscription, told, list } = await renewed()
  await passDays(subscription, 31)
  await told()
  const [, first] = await list()
  const { body } = await finance.post(at(person.id, '/refunds'), {
    of: { invoiceId: first?.id },
    reason: 'goodwill',
  })
  expect(body.message).toContain('$50.00 goes back')
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, groupId))
  expect(bundle).toMatchObject({ status: 'live', hold: null })
})

test('a renewal of which Stripe names no payment is refused before anything is held', async () => {
  const { person, groupId, renewal } = await renewed()
  const { id } = await renewal()
  await db.update(invoices).set({ paymentIntentId: null }).where(eq(invoices.stripeId, id))
  const { status, body } = await finance.post(at(person.id, '/refunds'), {
    of: { invoiceId: id },
    reason: 'goodwill',
  })
  expect([status, body.message]).toEqual([
    409,
    `Stripe names no payment for invoice ${id}: refund it in Stripe's own pages.`,
  ])
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, groupId))
  expect(bundle).toMatchObject({ status: 'live', hold: null })
})

test('what was given at Stripe of a renewal, or is disputed, is not given again', async () => {
  const { person, told, renewal } = await renewed()
  const { id: invoiceId, paymentIntentId: paymentIntent } = await renewal()
  await atStripe('/refunds', { paymentIntent, cents: 40_00 })
  await told()
  expect(await renewal()).toMatchObject({ leftCents: 10_00 })
  const plan = (cents: number) =>
    finance.post(at(person.id, '/refunds/plan'), { of: { invoiceId }, cents, reason: 'a day was lost' })
  expect((await plan(10_01)).status).toBe(422)
  await atStripe('/disputes', { paymentIntent })
  expect((await plan(10_00)).body.message).toMatch(/^This payment is disputed/)
})

test('a refund of a renewal that failed is told, and paid once more', async () => {
  const { person, told, renewal } = await renewed()
  const { id: invoiceId } = await renewal()
  await finance.post(at(person.id, '/refunds'), {
    of: { invoiceId },
    cents: 7_00,
    reason: 'a week was lost',
  })
  await told()
  const [first] = (await renewal()).refunds
  await atStripe('/refunds/fail', { id: first?.stripeRefundId, failure: 'lost_or_stolen_card' })
  await told()
  expect((await unsettledRefunds(db)).filter(({ id }) => id === first?.id)).toMatchObject([
    { invoiceId, checkoutId: null, email: person.email, outcome: 'failed' },
  ])
  expect(await mailsTo(person.email)).toContain('Our refund of $7.00 has not reached you')
  const again = () => finance.post(at(person.id, `/refunds/${first?.id}/again`), {})
  expect((await again()).status).toBe(200)
  expect((await again()).status).toBe(409)
  await told()
  expect(await renewal()).toMatchObject({
    leftCents: 43_00,
    refunds: [{ outcome: 'again' }, { outcome: 'succeeded', cents: 7_00 }],
  })
})
