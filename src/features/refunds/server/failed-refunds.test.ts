import { eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { bundles, checkouts, outbox, refunds } from '#base/db/schema/index.ts'
import { holdWords } from '#features/orders/rules/order-holds.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { payOwedRefunds } from './pay-refunds.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer and order' })
const { atStripe, news, act, processEvents } = stripeActs(world)
const operator = async (...args: string[]) => {
  const { out, err } = await runCommand(commands, args, async () => deps)
  return out + err
}

/** Refunds at Stripe of an order's payment, the oldest first. */
const atStripeOf = (paymentIntent: string) =>
  sandbox.store
    .collection<{ id: string; amount: number; payment_intent: string; status: string }>('stripe.refunds')
    .list()
    .filter((refund) => refund.payment_intent === paymentIntent)

async function paid() {
  const order = await paidOrder({}, false)
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.customerId, order.person.id))
  const payment = checkout?.paymentIntentId as string
  await processEvents()
  return {
    ...order,
    payment,
    checkoutId: checkout?.id as string,
    cents: checkout?.paidCents as number,
    refund: (...more: string[]) =>
      operator('refund', '--checkout', checkout?.id as string, '--reason', 'goodwill', '--yes', ...more),
    fail: (id: string) => atStripe('/refunds/fail', { id, failure: 'lost_or_stolen_card' }),
    atStripe: () => atStripeOf(payment),
    rows: () =>
      db
        .select()
        .from(refunds)
        .where(eq(refunds.checkoutId, checkout?.id as string)),
  }
}
const mailsTo = async ({ person }: ManagedOrder) =>
  (await db.select().from(outbox).where(eq(outbox.recipient, person.email))).filter(({ subject }) =>
    /refund/i.test(subject),
  )
const subjects = async (order: ManagedOrder) => (await mailsTo(order)).map(({ subject }) => subject)
const alertsOf = (id: string) =>
  db
    .select()
    .from(outbox)
    .where(like(outbox.dedupeKey, `alert:refund-failed:${id}`))
const holdsOf = async ({ groupId }: ManagedOrder) =>
  (await db.select().from(bundles).where(eq(bundles.id, groupId))).map(({ hold }) => hold)
const refundsLine = async () =>
  /(ok|WRONG) {2,}Refunds: (.*\n(?: {9}.*\n)*)/
    .exec(await operator('doctor'))
    ?.slice(1)
    .join(' ') ?? ''
const activityOf = async ({ person, groupId }: ManagedOrder): Promise<string[]> =>
  (await person.get(`/api/orders/groups/${groupId}`)).body.activity.map(
    ({ sentence }: { sentence: string }) => sentence,
  )

beforeEach(() => processEvents())

describe('a refund that fails after it had succeeded', async () => {
  const order = await paid()
  await order.refund()
  await processEvents()
  const [given] = order.atStripe()
  const id = given?.id as string
  const amount = `$${(order.cents / 100).toFixed(2)}`

  test('is told to the operator with what to do, and its customer learns that it has not arrived', {
    tags: ['fault-63'],
  }, async () => {
    expect(await subjects(order)).toEqual([`We have refunded ${amount}`])
    await order.fail(id)
    await processEvents('reversed')
    const [row] = await order.rows()
    expect(row).toMatchObject({ outcome: 'failed', failure: 'lost_or_stolen_card' })
    const [alert] = await alertsOf(id)
    expect(alert?.subject).toContain(`Urgent: a refund of ${amount} did not arrive`)
    for (const words of [
      order.person.email,
      'lost or stolen card',
      `refund settle --refund ${row?.id}`,
      `refund again --refund ${row?.id}`,
    ])
      expect(alert?.body).toContain(words)
    expect(await subjects(order)).toContain(`Our refund of ${amount} has not reached you`)
    expect(await activityOf(order)).toContain(
      `The refund of ${amount} was not taken by the bank: it is still owed`,
    )
    expect(await holdsOf(order)).toEqual(['refund'])
    expect(holdWords.refund.why).not.toContain('went back')
  })

  test('is named by doctor, order list and refund list until it is settled', async () => {
    expect(await refundsLine()).toContain(`WRONG ${amount} that should have gone back has not`)
    expect(await refundsLine()).toContain(order.person.email)
    expect(await operator('order', 'list', '--unrefunded')).toContain(amount)
    expect(await operator('refund', 'list')).toContain('failed: lost or stolen card')
  })

  test('is told once, however often it is heard of, and an older event takes nothing back', {
    tags: ['fault-63'],
  }, async () => {
    const mails = await mailsTo(order)
    const told = await db.execute<{ id: string }>(
      `select id from stripe_events where data ->> 'refundedPaymentId' = '${order.payment}'`,
    )
    for (const { id: event } of told.rows) {
      await db.execute(`update stripe_events set processed_at = null where id = '${event}'`)
      await processStripeEvent(deps, event)
    }
    expect(await mailsTo(order)).toEqual(mails)
    expect(await order.rows()).toMatchObject([{ outcome: 'failed' }])
  })

  test('is owed, and cannot be given twice by another refund', { tags: ['fault-63'] }, async () => {
    expect(await order.refund('--reason', 'another')).toMatch(
      /^All of \$[\d.,]+ has been refunded already\. Some of it did not arrive: it is owed still\. On the command line: npm run operator -- refund list$/,
    )
    await payOwedRefunds(deps)
    expect(order.atStripe()).toHaveLength(1)
  })

  test('may be paid once more, which may fail once more', async () => {
    const [row] = await order.rows()
    expect(await operator('refund', 'again', '--refund', row?.id as string)).toContain('once more')
    expect(order.atStripe().map((each) => [each.amount, each.status])).toEqual(
      expect.arrayContaining([
        [order.cents, 'failed'],
        [order.cents, 'succeeded'],
      ]),
    )
    await processEvents()
    expect((await order.rows()).map(({ outcome }) => outcome).sort()).toEqual(['again', 'succeeded'])
    expect(await refundsLine()).toMatch(/^ok/)
    expect(await operator('order', 'list', '--unrefunded')).toBe('none')
    expect(await order.refund('--reason', 'another')).toMatch(/^All of \$[\d.,]+ has been refunded already.$/)
    expect(await operator('refund', 'again', '--refund', row?.id as string)).toBe(
      'This refund has not failed, or was settled since.',
    )
    const second = order.atStripe().find(({ status }) => status === 'succeeded')
    await order.fail(second?.id as string)
    // Found though no webhook tells of it.
    await sweepPayments(deps)
    for (const event of await news()) await processStripeEvent(deps, event.id)
    const untold = await db.execute<{ id: string }>('select id from stripe_events where processed_at is null')
    for (const event of untold.rows) await processStripeEvent(deps, event.id)
    expect(await alertsOf(second?.id as string)).toHaveLength(1)
    expect(await refundsLine()).toMatch(/^WRONG/)
  })

  test('is over when it was given in another way', async () => {
    const failed = (await order.rows()).find(({ outcome }) => outcome === 'failed')
    const settle = (how: string) =>
      operator('refund', 'settle', '--refund', failed?.id as string, '--how', how)
    expect(await settle(' ')).toBe('Say how with --how, in at most 500 characters.')
    expect(await settle('bank transfer')).toBe(`Noted: ${amount} were given in another way.`)
    expect(await refundsLine()).toMatch(/^ok/)
    expect(await activityOf(order)).toContain(`Gave ${amount} back in another way`)
    expect(await settle('again')).toBe('This refund has not failed, or was settled since.')
    expect(await order.refund('--reason', 'another')).toMatch(/^All of \$/)
  })
})

describe('a refund that is pending at the payment provider', async () => {
  const order = await paid()

  test('is told to its customer when it has succeeded, and not before', async () => {
    await atStripe('/refunds/beginning', { status: 'pending' })
    await order.refund('--amount', '5.00')
    await atStripe('/refunds/beginning', { status: 'succeeded' })
    await processEvents()
    await payOwedRefunds(deps)
    expect(await subjects(order)).toEqual([])
    expect(await operator('refund', 'list')).toContain('pending at Stripe')
    expect(await refundsLine()).toMatch(/^ok 1 under way/)
    await db
      .update(refunds)
      .set({ createdAt: new Date(0) })
      .where(eq(refunds.checkoutId, order.checkoutId))
    expect(await refundsLine()).toMatch(/^WRONG \$5.00 that should have gone back has not/)

    await atStripe('/refunds/succeed', { id: order.atStripe()[0]?.id })
    await processEvents()
    await payOwedRefunds(deps)
    await payOwedRefunds(deps)
    expect(await subjects(order)).toEqual(['We have refunded $5.00'])
    expect(await refundsLine()).toMatch(/^ok/)
  })

  test('is never told to have gone back when it fails', async () => {
    const other = await paid()
    await atStripe('/refunds/beginning', { status: 'pending' })
    await other.refund('--amount', '7.00')
    await atStripe('/refunds/beginning', { status: 'succeeded' })
    await other.fail(other.atStripe()[0]?.id as string)
    await processEvents()
    await payOwedRefunds(deps)
    expect(await subjects(other)).toEqual(['Our refund of $7.00 has not reached you'])
  })
})

describe('a refund that someone gave in the payment provider’s own pages', () => {
  test('is told to the operator when it fails, and what was held for it stays on hold', async () => {
    const order = await paid()
    const { id } = await atStripe('/refunds', { paymentIntent: order.payment })
    await processEvents()
    expect(await holdsOf(order)).toEqual(['refund'])
    await order.fail(id)
    await processEvents()
    expect(await alertsOf(id)).toHaveLength(1)
    expect(await holdsOf(order)).toEqual(['refund'])
    expect(await refundsLine()).toContain(order.person.email)
  })

  test('holds nothing when it has failed before it was heard of, and is told all the same', async () => {
    const order = await paid()
    const { id } = await atStripe('/refunds', { paymentIntent: order.payment })
    await order.fail(id)
    await act((await news()).toReversed())
    expect(await holdsOf(order)).toEqual([null])
    expect(await alertsOf(id)).toHaveLength(1)
    expect(await order.rows()).toMatchObject([{ outcome: 'failed', cents: order.cents }])
  })

  test('of a renewal that fails is told as well', async () => {
    const order = await paid()
    const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, order.checkoutId))
    await atStripe('/subscriptions/advance', { id: checkout?.subscriptionId, days: 30 })
    await processEvents()
    const renewal = sandbox.store
      .collection<{ customer: string; payment_intent: string; paid: boolean }>('stripe.charges')
      .list()
      .find(
        ({ payment_intent, customer }) =>
          payment_intent !== order.payment && customer === customerOf(order.payment),
      )
    const { id } = await atStripe('/refunds', { paymentIntent: renewal?.payment_intent })
    await order.fail(id)
    await processEvents()
    expect(await alertsOf(id)).toHaveLength(1)
  })
})

const customerOf = (paymentIntent: string) =>
  sandbox.store.collection<{ customer: string }>('stripe.payment_intents').get(paymentIntent)?.customer

describe('refunds of one payment', () => {
  test('that are paid together are told in one mail', async () => {
    const order = await paid()
    await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'changes_needed' })
    for (const name of order.names) await world.reconcile(name)
    await payOwedRefunds(deps)
    await processEvents()
    await payOwedRefunds(deps)
    const mails = await mailsTo(order)
    expect(mails).toHaveLength(1)
    for (const name of order.names) expect(mails[0]?.body).toContain(`for ${name}, which was not registered`)
  })

  test('that are paid one after the other each tell how much has gone back by then', async () => {
    const order = await paid()
    await order.refund('--amount', '5.00', '--reason', 'one')
    await order.refund('--amount', '5.00', '--reason', 'two')
    const [one, two] = (await mailsTo(order)).map(({ body }) => body).toSorted((a, b) => a.length - b.length)
    expect(one).not.toContain('went back before')
    expect(two).toContain(`that is $10.00 of the $${(order.cents / 100).toFixed(2)} that you paid`)
  })
})
