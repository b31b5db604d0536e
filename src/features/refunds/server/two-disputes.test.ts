import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bundles } from '#base/db/schema/index.ts'
import type { GroupHold } from '#features/orders/rules/order-holds.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { sandbox } = world
const { db } = world.deps
const { paidOrder } = manageOrders(world)
const { atStripe, news, act, payments: paymentsOf, passDays } = stripeActs(world)

/** An order whose first payment and renewal can both be disputed. */
async function twicePaid() {
  const order = await paidOrder({}, false)
  const { subscription, customer } = await paymentsOf(order)
  await passDays(subscription, 31)
  await act(await news())
  const paid = sandbox.store
    .collection<{ id: string; customer: string }>('stripe.payment_intents')
    .list()
    .filter((payment) => payment.customer === customer)
  expect(paid).toHaveLength(2)
  return { groupId: order.groupId, payments: paid.map(({ id }) => id) as [string, string] }
}
const holdOf = async (groupId: string): Promise<GroupHold | null | undefined> =>
  (await db.select().from(bundles).where(eq(bundles.id, groupId)))[0]?.hold

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]]
  return all.flatMap((first, at) => permutations(all.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

type Deed = { payment: 0 | 1; does: 'open' | 'won' | 'lost' }
/** Every order in which two disputes can be opened and decided. */
const possible = permutations<Deed>([
  { payment: 0, does: 'open' },
  { payment: 1, does: 'open' },
  { payment: 0, does: 'won' },
  { payment: 1, does: 'won' },
]).filter((deeds) =>
  [0, 1].every((payment) => deeds.find((deed) => deed.payment === payment)?.does === 'open'),
)
const outcomes = [
  ['won', 'won'],
  ['won', 'lost'],
  ['lost', 'won'],
  ['lost', 'lost'],
] as const

/** What has to hold after each deed: a payment that is still disputed, else one that went back. */
function expected(deeds: readonly Deed[]): GroupHold | null {
  const states = [0, 1].map((payment) => deeds.findLast((deed) => deed.payment === payment)?.does)
  return states.includes('open') ? 'dispute' : states.includes('lost') ? 'refund' : null
}

/** Whose event is acted on; both of one dispute read the same by then. */
const interleavings = [
  [0, 0, 1, 1],
  [0, 1, 0, 1],
  [0, 1, 1, 0],
  [1, 0, 0, 1],
  [1, 0, 1, 0],
  [1, 1, 0, 0],
] as const

beforeEach(async () => act(await news()))

test.each(
  outcomes.flatMap((outcome) =>
    possible.map((deeds) => {
      const history = deeds.map(({ payment, does }) => ({
        payment,
        does: does === 'open' ? does : outcome[payment],
      }))
      return [history.map(({ payment, does }) => `${does} ${payment + 1}`).join(', '), history] as const
    }),
  ),
)(
  'of two disputed payments each decides its own part, and the order is held for the other: %s',
  async (_, history) => {
    const { groupId, payments } = await twicePaid()
    const ids: (string | undefined)[] = []
    for (const [at, { payment, does }] of history.entries()) {
      if (does === 'open')
        ids[payment] = (await atStripe('/disputes', { paymentIntent: payments[payment] })).id
      else await atStripe('/disputes/close', { id: ids[payment], outcome: does })
      await act(await news())
      expect([at, await holdOf(groupId)]).toEqual([at, expected(history.slice(0, at + 1))])
    }
  },
)

test.each(outcomes.map((outcome) => [outcome.join(' and '), outcome] as const))(
  'events that come late and in any order lead to the same end: %s',
  async (_, outcome) => {
    const kinds = ['charge.dispute.created', 'charge.dispute.closed']
    for (const order of interleavings) {
      const { groupId, payments } = await twicePaid()
      const opened = [
        await atStripe('/disputes', { paymentIntent: payments[0] }),
        await atStripe('/disputes', { paymentIntent: payments[1] }),
      ]
      // Both are known to be open before either is decided.
      if (order[0] === order[1]) await act(await news())
      for (const [at, { id }] of opened.entries())
        await atStripe('/disputes/close', { id, outcome: outcome[at] })
      const all = await news()
      const told = all.filter(({ type }) => kinds.includes(type))
      await act(all.filter((event) => !told.includes(event)))
      for (const at of order) {
        const next = told.findIndex(({ data }) => data.object.id === opened[at]?.id)
        await act(told.splice(next, 1))
      }
      expect(await holdOf(groupId)).toBe(outcome.some((each) => each === 'lost') ? 'refund' : null)
    }
  },
)
