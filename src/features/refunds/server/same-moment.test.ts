import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { auditLog, bundles, checkouts, outbox, refunds, subscriptions } from '#base/db/schema/index.ts'
import { holdBundles, releaseBundles } from '#features/billing/server/holds.ts'
import { noticeInvoice } from '#features/billing/server/notice-invoice.ts'
import { syncSubscription } from '#features/billing/server/sync-subscription.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { before, beforeCommit, meet } from '#tests/server/meet.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { followDispute } from './follow-dispute.ts'
import { noteRefund } from './note-refund.ts'
import { noticeRefunds } from './notice-refunds.ts'
import { refund } from './order-refund.ts'
import { tellOfRefunds } from './tell-of-refunds.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, payments, passDays } = stripeActs(world)
const within = (tx: Db) => ({ ...deps, db: tx })

async function paid() {
  const order = await paidOrder({}, false)
  await processEvents()
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.customerId, order.person.id))
  if (!checkout?.paymentIntentId || !checkout.subscriptionId) throw new Error('It is not paid.')
  const { id, paymentIntentId, subscriptionId, paidCents } = checkout
  return { ...order, checkoutId: id, paymentIntentId, subscriptionId, paidCents: Number(paidCents) }
}
type Paid = Awaited<ReturnType<typeof paid>>

const refundsOf = ({ checkoutId }: Paid) =>
  db.select().from(refunds).where(eq(refunds.checkoutId, checkoutId))
const holdOf = async ({ groupId }: Paid) =>
  (await db.select().from(bundles).where(eq(bundles.id, groupId)))[0]?.hold
const noted = (order: Paid, action: string) =>
  db.$count(auditLog, and(eq(auditLog.customerId, order.person.id), eq(auditLog.action, action)))
const mailed = (order: Paid, subject: string) =>
  db.$count(outbox, and(eq(outbox.recipient, order.person.email), like(outbox.subject, subject)))
const givenAtStripe = ({ paymentIntentId }: Paid) =>
  sandbox.store
    .collection<{ payment_intent: string; amount: number }>('stripe.refunds')
    .list()
    .filter(({ payment_intent }) => payment_intent === paymentIntentId)
    .reduce((sum, { amount }) => sum + amount, 0)

test.each([
  ['a part', 'the rest', 300, undefined],
  ['all of it', 'a part', undefined, 300],
])(
  'two refunds of one payment that are ordered at the same moment give back what was paid and no more: %s, then %s',
  async (_, __, first, second) => {
    const order = await paid()
    const give = (cents: number | undefined, reason: string) =>
      refund(deps, { checkoutId: order.checkoutId, reason, ...(cents !== undefined && { cents }) })
    await meet(
      db,
      before(() => give(first, 'first'), /^insert into "refunds"/),
      () => give(second, 'second'),
    )
    const owed = (await refundsOf(order)).reduce((sum, { cents }) => sum + cents, 0)
    expect([owed, givenAtStripe(order)]).toEqual([order.paidCents, order.paidCents])
  },
)

test('the fee of one domain that is given back twice at the same moment goes back once', async () => {
  const order = await paid()
  const [domain = ''] = order.names
  await meet(
    db,
    before(() => refund(deps, { domain, reason: 'first' }), /^insert into "refunds"/),
    () => refund(deps, { domain, reason: 'second' }),
  )
  expect(await refundsOf(order)).toHaveLength(1)
})

const ownRefund = async (order: Paid, outcome: 'succeeded' | null) => {
  const id = newId('refund')
  const stripeRefundId = outcome && `re_${id}`
  await db
    .insert(refunds)
    .values({ id, checkoutId: order.checkoutId, reason: id, cents: 300, outcome, stripeRefundId })
  return id
}

test('a refund that is paid while another one of its payment is told is told as well', async () => {
  const order = await paid()
  await ownRefund(order, 'succeeded')
  await meet(
    db,
    beforeCommit(db, (tx) => tellOfRefunds(within(tx), { checkoutId: order.checkoutId, invoiceId: null })),
    async () => {
      await ownRefund(order, 'succeeded')
      await tellOfRefunds(deps, { checkoutId: order.checkoutId, invoiceId: null })
    },
  )
  expect(await mailed(order, 'We have refunded $3%')).toBe(2)
})

test('a refund that is heard of twice at the same moment is noted once', async () => {
  const order = await paid()
  const id = await ownRefund(order, null)
  const present = {
    refundId: `re_${id}`,
    reference: id,
    cents: 300,
    status: 'succeeded' as const,
    failure: undefined,
  }
  const note = () => db.transaction((tx) => noteRefund(deps, tx, id, present))
  await meet(db, before(note), note)
  expect(await noted(order, 'refund.paid')).toBe(1)
})

test('a refund given at Stripe that two events tell of at the same moment is noted once, and neither fails', async () => {
  const order = await paid()
  await atStripe('/refunds', { paymentIntent: order.paymentIntentId, cents: 300 })
  const notice = () => noticeRefunds(deps, order.paymentIntentId)
  expect(await meet(db, before(notice, /^insert into "refunds"/), notice)).toEqual([undefined, undefined])
  expect((await refundsOf(order)).map(({ cents }) => cents)).toEqual([300])
})

test.each(['is won', 'is opened'])(
  'of two disputes one %s first: the order stays on hold while the other one is open',
  async (first) => {
    const order = await paid()
    await passDays(order.subscriptionId, 31)
    await processEvents()
    const [one = '', two = ''] = sandbox.store
      .collection<{ id: string; customer: string }>('stripe.payment_intents')
      .list()
      .filter(({ customer }) => customer === customerOf(order))
      .map(({ id }) => id)
    const disputed = await atStripe('/disputes', { paymentIntent: one })
    await followDispute(deps, disputed.id)
    const another = await atStripe('/disputes', { paymentIntent: two })
    await atStripe('/disputes/close', { id: disputed.id, outcome: 'won' })
    const ids = [disputed.id, another.id] as const
    const [early, late] = first === 'is won' ? ids : ids.toReversed()
    await meet(
      db,
      beforeCommit(db, (tx) => followDispute(within(tx), early ?? '')),
      () => followDispute(deps, late ?? ''),
    )
    expect(await holdOf(order)).toBe('dispute')
  },
)

const customerOf = ({ paymentIntentId }: Paid) =>
  sandbox.store.collection<{ id: string; customer: string }>('stripe.payment_intents').get(paymentIntentId)
    ?.customer

test('an order that two workers hold for the same cause, then release, at the same moment is told of each once', async () => {
  const order = await paid()
  const hold = () => db.transaction((tx) => holdBundles(deps, tx, [order.groupId], 'dispute'))
  expect(await meet(db, before(hold), hold)).toEqual([[order.groupId], []])
  const release = () => db.transaction((tx) => releaseBundles(deps, tx, [order.groupId], ['dispute']))
  expect(await meet(db, before(release), release)).toEqual([[order.groupId], []])
  expect([await noted(order, 'order.held'), await noted(order, 'order.released')]).toEqual([1, 1])
})

test('a renewal that two events tell of at the same moment is noted once', async () => {
  const order = await paid()
  await passDays(order.subscriptionId, 31)
  const renewal = sandbox.store
    .collection<{ id: string; customer: string }>('stripe.invoices')
    .list()
    .findLast(({ customer }) => customer === customerOf(order))
  const notice = () => noticeInvoice(deps, renewal?.id ?? '')
  await meet(db, before(notice, /^insert into "audit_log"/), notice)
  expect(await noted(order, 'payment.renewed')).toBe(1)
})

test('a refused renewal that two events tell of at the same moment has one time of grace: the one that is told', async () => {
  const order = await paid()
  const { customer } = await payments(order)
  await atStripe('/cards', { customer, behaviour: 'declines' })
  await passDays(order.subscriptionId, 31)
  const sync = () => syncSubscription(deps, order.subscriptionId)
  let graceUntil: Date | null | undefined
  await meet(
    db,
    before(async () => {
      await sync()
    }, /^update "subscriptions"/),
    async () => {
      await sync()
      graceUntil = (await rowOf(order))?.graceUntil
    },
  )
  expect((await rowOf(order))?.graceUntil).toEqual(graceUntil)
})

const rowOf = async ({ subscriptionId }: Paid) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.stripeId, subscriptionId)))[0]
