import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#base/db/client.ts'
import { bundles, checkouts, domains } from '#base/db/schema/index.ts'
import type { Checkout } from '#delivery/fulfilment.ts'
import { cancelBundle } from '#features/cancellation/server/cancel-bundle.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { before, meet } from '#tests/server/meet.ts'
import { freshName } from '#tests/server/place-order.ts'
import { reinstateCheckoutOf, reinstatementOf } from '#tests/server/reinstatement.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder } = manageOrders(world)

const cancel = ({ person, groupId }: ManagedOrder) =>
  cancelBundle(deps, person.id, { groupId, reason: 'pricing' })

/** What is paid for beside a first order: readies it, and returns what asks for its payment page. */
const kinds = {
  async replace({ person, names }: ManagedOrder) {
    const newDomain = freshName()
    return () =>
      person.post('/api/domains/replace', [{ originalDomain: names[0], newDomain, isUserAdded: false }])
  },
  async reinstate(order: ManagedOrder) {
    const { person, names, groupId } = order
    await cancel(order)
    const asked = await person.post('/api/orders/reinstate', reinstatementOf(names, groupId))
    return () => person.post('/api/payments/create-checkout-session', reinstateCheckoutOf(person, asked))
  },
} as const
type Kind = keyof typeof kinds

/** With a payment page that is open. */
async function waiting(kind: Kind) {
  const order = await paidOrder({}, false)
  const ask = await kinds[kind](order)
  expect((await ask()).status).toBe(200)
  const rows = await db.select().from(checkouts).where(eq(checkouts.customerId, order.person.id))
  const page = rows.find((row) => row.kind === kind) ?? expect.fail('no page')
  return { order, ask, page }
}
const pay = (page: Checkout) => () =>
  db.transaction((tx: Db) => deps.fulfilments[page.kind].paid(tx, page, undefined, { waits: false }))

test.each(['replace', 'reinstate'] as const)(
  'a payment that two events tell of at the same moment serves once, and is known as paid twice: %s',
  async (kind) => {
    const { page } = await waiting(kind)
    const [first, second] = await meet(db, before(pay(page)), pay(page))
    expect(first).toEqual([])
    expect(second).toContainEqual(expect.objectContaining({ cause: expect.stringMatching(/paid|over/) }))
  },
)

test('a replacement that is paid for an order that is cancelled at the same moment is not set up, and goes back', async () => {
  const { order, page } = await waiting('replace')
  const [, unserved] = await meet(
    db,
    before(() => cancel(order), /^update "bundles"/),
    pay(page),
  )
  expect(unserved).toContainEqual(expect.objectContaining({ cause: 'over' }))
  const held = await db.select().from(domains).where(eq(domains.customerId, order.person.id))
  expect(held.filter(({ want }) => want === 'run')).toEqual([])
})

test.each(['replace', 'reinstate'] as const)(
  'what has waited too long for a payment is kept where its page opens at the same moment: %s',
  async (kind) => {
    const { order, ask, page } = await waiting(kind)
    const { id: customerId } = order.person
    await db.update(checkouts).set({ status: 'expired' }).where(eq(checkouts.id, page.id))
    const longAgo = sql`now() - interval '1 day'`
    await db.update(domains).set({ createdAt: longAgo }).where(eq(domains.customerId, customerId))
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.update(bundles).set({ changedAt: longAgo }).where(eq(bundles.customerId, customerId))
    })
    const end = () => deps.fulfilments[kind].endUnpaid(db)
    const [answer] = await meet(db, before(ask, /^(with .*)?insert into "checkouts"/), end)
    expect(answer).toMatchObject({ status: 200 })
    const held = await db.select().from(domains).where(eq(domains.customerId, customerId))
    const [bundle] = await db.select().from(bundles).where(eq(bundles.id, order.groupId))
    if (kind === 'reinstate') expect(bundle?.reinstateWish).not.toBeNull()
    else
      expect(held.filter(({ want }) => want === 'hold').map(({ releasedAt }) => releasedAt)).toEqual([null])
  },
)
