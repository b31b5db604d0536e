import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#base/db/client.ts'
import { customers, domainEvents, domains } from '#base/db/schema/index.ts'
import { cancelBundle } from '#features/cancellation/server/cancel-bundle.ts'
import { takeFromOrder } from '#features/names/server/claims/take-from-order.ts'
import { sweepOverlaps } from '#features/replacement/server/sweep-overlaps.ts'
import { useSpares } from '#features/reserve/server/use-spares.ts'
import { before, beforeCommit, meet } from '#tests/server/meet.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps

/** Two domains that send and so many spares beside them, all delivered long ago. */
async function withSpares(count: number) {
  const person = await world.customer()
  const order = (names: number, isReserve: boolean) =>
    createPaidOrder(deps, {
      customerId: person.id,
      tool: 'other',
      source: 'own',
      isReserve,
      names: { azure: Array.from({ length: names }, () => freshName()) },
      mailboxesPerDomain: 1,
    })
  const [sends, reserve] = [await order(2, false), await order(count, true)]
  await db
    .update(domains)
    .set({ status: 'done', deliveredAt: sql`now() - interval '30 days'` })
    .where(eq(domains.customerId, person.id))
  const [one = '', two = ''] = sends.domains.map(({ name }) => name)
  return {
    person,
    one,
    two,
    bundleId: sends.bundleId,
    spares: reserve.domains.map(({ name }) => name),
    use: (name: string) => useSpares(deps, person.id, [name]),
    cancel: (on = deps) => cancelBundle(on, person.id, { groupId: sends.bundleId, reason: 'pricing' }),
    replace: () =>
      person.post('/api/domains/replace', [
        { originalDomain: one, newDomain: freshName(), isUserAdded: false },
      ]),
  }
}
type Spares = Awaited<ReturnType<typeof withSpares>>

const rowOf = async (name: string) =>
  (await db.select().from(domains).where(eq(domains.name, name)))[0] ?? expect.fail(`no ${name}`)
/** What sends, or is to, in the customer's order. */
const inOrder = async ({ bundleId }: Spares) =>
  db
    .select({ name: domains.name, slot: domains.slot })
    .from(domains)
    .where(and(eq(domains.bundleId, bundleId), eq(domains.want, 'run'), isNull(domains.replacedAt)))
    .orderBy(domains.slot)
const refused = expect.objectContaining({ name: 'Refusal' })

test('the only spare takes one of two places that ask for it at the same moment, and the other is refused', async () => {
  const all = await withSpares(1)
  const [first, second] = await meet(
    db,
    before(() => all.use(all.one)),
    () => all.use(all.two),
  )
  expect([first, second]).toEqual([[{ originalDomain: all.one, newDomain: all.spares[0] }], refused])
  expect((await inOrder(all)).map(({ name }) => name).toSorted()).toEqual([all.spares[0], all.two].toSorted())
})

test('a domain for which a spare is asked for twice at the same moment gets one', async () => {
  const all = await withSpares(2)
  const [first, second] = await meet(
    db,
    before(() => all.use(all.one)),
    () => all.use(all.one),
  )
  expect([first, second]).toEqual([[expect.anything()], refused])
  expect(await inOrder(all)).toHaveLength(2)
})

test('an order that is cancelled while a spare is asked for gets none', async () => {
  const all = await withSpares(1)
  const [, used] = await meet(db, before(all.cancel), () => all.use(all.one))
  expect(used).toEqual(refused)
  expect(await inOrder(all)).toEqual([])
})

test('an order that is cancelled while a spare takes a place in it keeps nothing running', async () => {
  const all = await withSpares(1)
  await meet(
    db,
    before(() => all.use(all.one)),
    all.cancel,
  )
  expect(await inOrder(all)).toEqual([])
})

test('a customer who is suspended while a spare is asked for gets none', async () => {
  const all = await withSpares(1)
  const suspend = (tx: Db) =>
    tx.update(customers).set({ suspendedAt: new Date() }).where(eq(customers.id, all.person.id))
  expect(await meet(db, beforeCommit(db, suspend), () => all.use(all.one))).toEqual([
    expect.anything(),
    refused,
  ])
})

test('a domain whose owner is found elsewhere while a spare is asked for it changes no place', async () => {
  const all = await withSpares(1)
  const taken = await rowOf(all.one)
  const [, used] = await meet(
    db,
    beforeCommit(db, (tx) => tx.update(domains).set({ takenAt: new Date() }).where(eq(domains.id, taken.id))),
    () => all.use(all.one),
  )
  expect(used).toEqual(refused)
  expect(await rowOf(all.one)).toMatchObject({ bundleId: all.bundleId, slot: taken.slot })
})

test('an own domain that its owner takes out of an order twice at the same moment is taken once', async () => {
  const all = await withSpares(1)
  await db.update(domains).set({ deliveredAt: null }).where(eq(domains.name, all.one))
  const take = () => takeFromOrder(deps, all.one)
  expect(await meet(db, before(take), take)).toEqual([true, false])
})

test.each([
  ['a spare takes its place', 'its replacement is ordered'],
  ['its replacement is ordered', 'a spare takes its place'],
])(
  'of a domain of which %s, then %s at the same moment, one is done and the place has one domain',
  async (first) => {
    const all = await withSpares(1)
    const replace = async () => {
      const { status, body } = await all.replace()
      return status === 200 ? 'replaced' : body.message
    }
    const use = async () => (await all.use(all.one)).length
    const isSpareFirst = first.startsWith('a spare')
    const answers = isSpareFirst
      ? await meet(db, before(use, /^update "domains"/), replace)
      : await meet(db, before(replace, /^insert into "domains"/), use)
    expect(answers).toEqual(
      isSpareFirst ? [1, expect.stringContaining('changed in another window')] : ['replaced', refused],
    )
    const slots = (await inOrder(all)).map(({ slot }) => slot)
    expect(new Set(slots).size).toBe(slots.length)
  },
)

test.each([
  ['falling', 'overlap.ended', /^update "domains" .*"want"/],
  ['spent', 'spare.ended', /^update "domains" .*"ended_at"/],
])(
  'what two workers end at the same moment ends once: a domain that is %s',
  async (which, kind, statement) => {
    const all = await withSpares(1)
    const { id } = await rowOf(all.one)
    const since = sql`now() - interval '400 days'`
    await db
      .update(domains)
      .set(which === 'falling' ? { fallingSince: since, replacedAt: since } : { spentAt: since })
      .where(eq(domains.id, id))
    await meet(
      db,
      before(() => sweepOverlaps(deps), statement),
      () => sweepOverlaps(deps),
    )
    const events = await db.select().from(domainEvents).where(eq(domainEvents.domainId, id))
    expect(events.map((event) => event.kind).filter((each) => each.endsWith('.ended'))).toEqual([kind])
  },
)
