import { eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bundles, outbox } from '#base/db/schema/index.ts'
import { releaseOrder } from '#features/orders/server/console/hold-orders.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { isBeside } from '#tests/server/others.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { db } = world.deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })
const { atStripe, news, act, processEvents, payments } = stripeActs(world)

async function order() {
  const made = await paidOrder({}, false)
  await processEvents()
  return { ...made, ...(await payments(made)) }
}
const holdsOf = async ({ person }: ManagedOrder) =>
  (await db.select().from(bundles).where(eq(bundles.customerId, person.id)))
    .filter(({ id }) => !isBeside(id))
    .map(({ hold }) => hold)
const told = async (id: string) =>
  (
    await db
      .select()
      .from(outbox)
      .where(like(outbox.dedupeKey, `alert:dispute:${id}:%`))
  )
    .map(({ subject }) => subject.replace(/^\[.*?\] /, ''))
    .sort()
const activityOf = async ({ person, groupId }: ManagedOrder): Promise<string> =>
  JSON.stringify((await person.get(`/api/orders/groups/${groupId}`)).body.activity)

beforeEach(() => processEvents())

async function lost() {
  const made = await order()
  const { id } = await atStripe('/disputes', { paymentIntent: made.paymentIntent })
  await processEvents()
  await atStripe('/disputes/close', { id, outcome: 'lost' })
  await processEvents()
  expect(await holdsOf(made)).toEqual(['refund'])
  return { ...made, disputeId: id }
}
async function appeal(id: string) {
  for (const status of ['appeal_needs_response', 'appeal_under_review']) {
    await atStripe('/disputes/move', { id, status })
    await act(await news())
  }
}

test('a lost dispute that is appealed stays lost until the appeal is won', async () => {
  const made = await lost()
  await appeal(made.disputeId)
  expect(await holdsOf(made)).toEqual(['refund'])
  await atStripe('/disputes/close', { id: made.disputeId, outcome: 'won' })
  await act(await news())
  expect(await holdsOf(made)).toEqual([null])
  expect(await told(made.disputeId)).toEqual([
    'A dispute over $81.00 was lost',
    'A dispute over $81.00 was won',
    'A payment of $81.00 is disputed',
  ])
})

test('an appeal that is lost changes nothing', async () => {
  const made = await lost()
  await appeal(made.disputeId)
  await atStripe('/disputes/close', { id: made.disputeId, outcome: 'lost' })
  await act(await news())
  expect(await holdsOf(made)).toEqual(['refund'])
})

test('an appeal takes back no release that the operator gave after the dispute was lost', async () => {
  const made = await lost()
  await releaseOrder(world.deps, made.groupId)
  await appeal(made.disputeId)
  expect(await holdsOf(made)).toEqual([null])
})

test('an appeal that is won releases nothing of what was also given back', async () => {
  const made = await order()
  await atStripe('/refunds', { paymentIntent: made.paymentIntent, cents: 100 })
  await processEvents()
  const { id } = await atStripe('/disputes', { paymentIntent: made.paymentIntent })
  await processEvents()
  await atStripe('/disputes/close', { id, outcome: 'lost' })
  await processEvents()
  await appeal(id)
  await atStripe('/disputes/close', { id, outcome: 'won' })
  await act(await news())
  expect(await holdsOf(made)).toEqual(['refund'])
})

test.each([
  ['as told', (events: Awaited<ReturnType<typeof news>>) => events],
  ['in reverse', (events: Awaited<ReturnType<typeof news>>) => events.toReversed()],
])('an inquiry holds nothing and is shown to the operator: %s', async (_, inOrder) => {
  const made = await order()
  const { id } = await atStripe('/disputes', { paymentIntent: made.paymentIntent, isInquiry: true })
  await act(await news())
  await atStripe('/disputes/move', { id, status: 'warning_under_review' })
  await act(await news())
  expect(await holdsOf(made)).toEqual([null])
  expect(await told(id)).toEqual(['A bank asks about a payment of $81.00'])
  await atStripe('/disputes/move', { id, status: 'warning_closed' })
  await act(inOrder(await news()))
  expect(await holdsOf(made)).toEqual([null])
  expect(await told(id)).toHaveLength(2)
  expect(await activityOf(made)).not.toContain('dispute')
})

test('an inquiry that becomes a dispute holds from then on', async () => {
  const made = await order()
  const { id } = await atStripe('/disputes', { paymentIntent: made.paymentIntent, isInquiry: true })
  await act(await news())
  await atStripe('/disputes/move', { id, status: 'needs_response' })
  await act(await news())
  expect(await holdsOf(made)).toEqual(['dispute'])
  await atStripe('/disputes/close', { id, outcome: 'won' })
  await act(await news())
  expect(await holdsOf(made)).toEqual([null])
})

test.each([
  ['won', 'lost'],
  ['lost', 'won'],
] as const)('of two disputes on one payment each decides its own: %s, %s', async (first, second) => {
  const made = await order()
  const one = await atStripe('/disputes', { paymentIntent: made.paymentIntent, cents: 3000 })
  const other = await atStripe('/disputes', { paymentIntent: made.paymentIntent, cents: 5100 })
  await act(await news())
  expect(await holdsOf(made)).toEqual(['dispute'])
  await atStripe('/disputes/close', { id: one.id, outcome: first })
  await act(await news())
  expect(await holdsOf(made)).toEqual(['dispute'])
  await atStripe('/disputes/close', { id: other.id, outcome: second })
  await act(await news())
  expect(await holdsOf(made)).toEqual(['refund'])
  // The one that was lost is appealed, and won.
  const appealed = first === 'lost' ? one.id : other.id
  await appeal(appealed)
  await atStripe('/disputes/close', { id: appealed, outcome: 'won' })
  await act(await news())
  expect(await holdsOf(made)).toEqual([null])
})
