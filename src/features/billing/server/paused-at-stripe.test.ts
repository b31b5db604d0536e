import { and, eq, isNull, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bundles, outbox, workItems } from '#base/db/schema/index.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { sweepPayments, wakeWaitingEvents } from '#features/payments/server/sweep-payments.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { isBeside } from '#tests/server/others.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })
const { atStripe, news, act, bill, processEvents, payments, chargesOf, passDays } = stripeActs(world)

interface AtStripe {
  status: string
  pause_collection: object | null
}
const atStripeNow = (id: string) => sandbox.store.collection<AtStripe>('stripe.subscriptions').get(id)
const holdsOf = async ({ person }: ManagedOrder) =>
  (await db.select().from(bundles).where(eq(bundles.customerId, person.id)))
    .filter(({ id }) => !isBeside(id))
    .map(({ hold }) => hold)
const openWork = (subject: string) =>
  db
    .select()
    .from(workItems)
    .where(and(eq(workItems.subject, subject), isNull(workItems.closedAt)))
const mailsTo = async ({ person }: ManagedOrder) =>
  (await db.select().from(outbox).where(eq(outbox.recipient, person.email))).map(({ body }) => body)

async function order() {
  const made = await paidOrder({}, false)
  await processEvents()
  return { ...made, ...(await payments(made)) }
}

/** Without a webhook: the sweep alone, and the job that it wakes. */
async function sweepAlone() {
  const before = await news()
  await sweepPayments(deps)
  for (const { id } of before) await processStripeEvent(deps, id)
  await wakeWaitingEvents(deps)
  await bill()
}

beforeEach(() => processEvents())

const kinds = ['subscription', 'collection'] as const
const ways = [
  ['by webhook', async () => processEvents()],
  ['by webhooks in reverse', async () => processEvents('reversed')],
  ['by the sweep alone', sweepAlone],
] as const

test.each(kinds.flatMap((kind) => ways.map(([way, learn]) => [kind, way, learn] as const)))(
  'a pause of the %s at Stripe that is told %s holds its orders as such, until it is taken back there',
  async (kind, _, learn) => {
    const made = await order()
    await atStripe('/subscriptions/pause', { id: made.subscription, kind })
    await learn()
    await learn()
    expect(await holdsOf(made)).toEqual(['paused'])
    const work = await openWork(made.subscription)
    expect(work).toMatchObject([{ kind: 'resume_billing', customerId: made.person.id }])
    expect(work[0]?.instructions).toContain(made.groupId)
    const told = (await mailsTo(made)).filter((body) => body.includes('Billing for this order is paused'))
    expect(told).toHaveLength(1)
    expect((await mailsTo(made)).join()).not.toMatch(/refused|could not be charged/)
    // It stays as somebody has set it there.
    expect(atStripeNow(made.subscription)).toMatchObject(
      kind === 'subscription' ? { status: 'paused', pause_collection: null } : { status: 'active' },
    )

    await atStripe('/subscriptions/resume', { id: made.subscription })
    await learn()
    await learn()
    expect(await holdsOf(made)).toEqual([null])
    expect(await openWork(made.subscription)).toEqual([])
    expect(atStripeNow(made.subscription)).toMatchObject({ status: 'active', pause_collection: null })
  },
)

test('a pause of what was refused gives up nothing that is owed', async () => {
  const made = await order()
  await atStripe('/cards', { customer: made.customer, behaviour: 'declines' })
  await passDays(made.subscription, 31)
  await processEvents()
  await atStripe('/subscriptions/pause', { id: made.subscription, kind: 'collection' })
  await processEvents()
  expect(await holdsOf(made)).toEqual(['paused'])
  const open = sandbox.store
    .collection<{ customer: string; status: string }>('stripe.invoices')
    .list()
    .filter(({ customer, status }) => customer === made.customer && status === 'open')
  expect(open).toHaveLength(1)
})

test('our own pause, of what is on hold for another cause, is no pause at Stripe', async () => {
  const made = await order()
  const { id } = await atStripe('/disputes', { paymentIntent: made.paymentIntent })
  await processEvents()
  await processEvents()
  expect(atStripeNow(made.subscription)?.pause_collection).not.toBeNull()
  expect(await holdsOf(made)).toEqual(['dispute'])
  expect(await openWork(made.subscription)).toEqual([])
  await atStripe('/disputes/close', { id, outcome: 'won' })
  await processEvents()
  await processEvents()
  expect(await holdsOf(made)).toEqual([null])
  expect(atStripeNow(made.subscription)?.pause_collection).toBeNull()
})

test('a dispute that comes and goes while it is paused leaves the pause as it is', async () => {
  const made = await order()
  await atStripe('/subscriptions/pause', { id: made.subscription, kind: 'collection' })
  await processEvents()
  const { id } = await atStripe('/disputes', { paymentIntent: made.paymentIntent })
  await processEvents()
  expect(await holdsOf(made)).toEqual(['dispute'])
  await atStripe('/disputes/close', { id, outcome: 'won' })
  await processEvents()
  expect(await holdsOf(made)).toEqual(['paused'])
  expect(atStripeNow(made.subscription)?.pause_collection).not.toBeNull()
})

test('a subscription that resumes is charged once, and nobody is told that it was for nothing', async () => {
  const made = await order()
  const before = chargesOf(made.customer)
  await atStripe('/subscriptions/pause', { id: made.subscription, kind: 'subscription' })
  await processEvents()
  await passDays(made.subscription, 40)
  await processEvents()
  expect(chargesOf(made.customer)).toEqual(before)
  await atStripe('/subscriptions/resume', { id: made.subscription })
  await act((await news()).toReversed())
  await bill()
  expect(chargesOf(made.customer)).toEqual([...before, 5000])
  expect(await holdsOf(made)).toEqual([null])
  expect(await db.$count(outbox, like(outbox.dedupeKey, 'alert:idle-renewal:%'))).toBe(0)
})

test('a subscription that ends while it is paused leaves no work behind', async () => {
  const made = await order()
  await atStripe('/subscriptions/pause', { id: made.subscription, kind: 'subscription' })
  await processEvents()
  await atStripe('/subscriptions/give-up', { id: made.subscription })
  await processEvents()
  expect(await openWork(made.subscription)).toEqual([])
})
