import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '#base/db/client.ts'
import { bundles, domains, orders, toolConnections } from '#base/db/schema/index.ts'
import { meet } from '#tests/server/meet.ts'
import { createPaidOrder, type PaidOrder } from '#tests/server/paid-order.ts'
import { createTestApp, type TestBrowser } from '#tests/server/test-app.ts'
import { listOrders } from '../api/orders.ts'
import { type HeldOrders, withChanges } from '../rules/held-orders.ts'

const { deps, customer } = await createTestApp()
const { db } = deps

async function ask(browser: TestBrowser, since?: string) {
  const answer = await browser.get(`/api/orders${since ? `?since=${since}` : ''}`)
  expect(answer.status).toBe(200)
  return listOrders.response.parse(answer.body)
}
/** As a page does: with what it holds. */
const follow = async (browser: TestBrowser, held?: HeldOrders) =>
  withChanges(held, await ask(browser, held?.cursor))

const idsOf = ({ orders }: { orders: readonly { orderId: string }[] }) => orders.map(({ orderId }) => orderId)
const fail = (on: Db, { domains: [first] }: PaidOrder, status: 'error' | 'done' = 'error') =>
  on
    .update(domains)
    .set({ status })
    .where(eq(domains.id, first?.id as string))

async function withOrders(count: number) {
  const person = await customer()
  const made: PaidOrder[] = []
  for (let n = 0; n < count; n++) made.push(await createPaidOrder(deps, { customerId: person.id }))
  return { person, made, held: await follow(person) }
}

test('nothing comes while nothing has changed, then the order that has, once, and then only its absence', async () => {
  const { person, made, held } = await withOrders(3)
  const [first, second] = made as [PaidOrder, PaidOrder]
  expect(await ask(person, held.cursor)).toEqual({
    orders: [],
    gone: [],
    refusedRenewals: [],
    cursor: held.cursor,
  })
  await fail(db, second)
  const changed = await ask(person, held.cursor)
  expect([idsOf(changed), changed.gone, changed.summary]).toEqual([[second.orderId], [], undefined])
  expect(changed.orders[0]?.domains[0]?.status).toBe('error')
  expect(idsOf(await ask(person, changed.cursor))).toEqual([])

  await db.update(orders).set({ status: 'expired' }).where(eq(orders.id, first.orderId))
  const left = await ask(person, changed.cursor)
  expect([idsOf(left), left.gone]).toEqual([[], [first.orderId]])
})

test('a list that is followed is the list as it is read, and what has not changed is the same object', async () => {
  const { person, made, held } = await withOrders(3)
  expect(await follow(person, held).then(({ orders }) => orders)).toBe(held.orders)
  await fail(db, made[1] as PaidOrder, 'done')
  await db
    .update(orders)
    .set({ status: 'expired' })
    .where(eq(orders.id, made[0]?.orderId as string))
  await createPaidOrder(deps, { customerId: person.id })
  const followed = await follow(person, held)
  expect(followed).toEqual(await follow(person))
  expect(followed.orders.at(-1)?.domains[0]?.status).toBe('done')
  expect(followed.orders[1]).toBe(held.orders[0])
})

/** A change of everything that a list shows, by the table in which it is made. */
const changes: [string, (order: PaidOrder) => Promise<unknown>][] = [
  ['an order', ({ orderId }) => db.update(orders).set({ companyName: 'Beta' }).where(eq(orders.id, orderId))],
  [
    'a group',
    ({ bundleId }) => db.update(bundles).set({ status: 'cancelled' }).where(eq(bundles.id, bundleId)),
  ],
  ['a domain', (order) => fail(db, order)],
  [
    'a sending tool',
    ({ connectionId }) =>
      db.update(toolConnections).set({ kind: 'bison' }).where(eq(toolConnections.id, connectionId)),
  ],
  [
    'an unpaid page',
    ({ bundleId }) =>
      db.execute(sql`
        with page as (
          insert into checkouts (id, customer_id, kind, quote, amount_cents, params, attempt_key, fingerprint, status, expires_at)
          select 'chk_' || id, customer_id, 'reinstate', '{}', 5000, '{}', 'a', 'f', 'open', now() + interval '1 hour'
          from bundles where id = ${bundleId} returning id)
        insert into checkout_items (id, checkout_id, bundle_id, net_cents) select 'itm_' || id, id, ${bundleId}, 5000 from page`),
  ],
]
test.each(changes)('a change of %s is one of its order', async (_what, change) => {
  const { person, made, held } = await withOrders(2)
  await change(made[0] as PaidOrder)
  expect(idsOf(await ask(person, held.cursor))).toEqual([made[0]?.orderId])
  expect(await follow(person, held)).toEqual(await follow(person))
})

test('nobody hears of another customer’s changes, and a cursor of theirs brings one’s own whole list', async () => {
  const one = await withOrders(1)
  const two = await withOrders(2)
  await fail(db, one.made[0] as PaidOrder)
  expect(idsOf(await ask(two.person, two.held.cursor))).toEqual([])
  const whole = await ask(two.person, one.held.cursor)
  expect([idsOf(whole), whole.gone]).toEqual([idsOf(two.held), undefined])
})

test.each([
  ['that says nothing', () => 'x'],
  ['of a number that was never reached', (cursor: string) => `${cursor}9`],
  ['of another form of the answer', (cursor: string) => cursor.replace(/\.[^.]+\./, '.former.')],
])('a cursor %s brings the whole list', async (_which, cursorFrom) => {
  const { person, held } = await withOrders(1)
  const whole = await ask(person, encodeURIComponent(cursorFrom(held.cursor)))
  expect([idsOf(whole), whole.gone, whole.cursor]).toEqual([idsOf(held), undefined, held.cursor])
})

test('a change that began before another and is committed after it is not lost', async () => {
  const { person, made, held } = await withOrders(2)
  const [early, late] = made as [PaidOrder, PaidOrder]
  let between = held.cursor
  await db.transaction(async (tx) => {
    await fail(tx, late)
    await fail(db, early)
    const first = await ask(person, held.cursor)
    expect(idsOf(first)).toEqual([early.orderId])
    between = first.cursor
  })
  expect(idsOf(await ask(person, between))).toEqual([late.orderId])
})

test('nor is one that has its number and is not committed yet: the next one waits for it', async () => {
  const { person, made, held } = await withOrders(2)
  const [one, two] = made as [PaidOrder, PaidOrder]
  const [seen] = await meet(
    db,
    (other) =>
      db.transaction(async (tx) => {
        await fail(tx, one)
        await tx.execute(sql`set constraints all immediate`)
        await other()
        return follow(person, held)
      }),
    () => fail(db, two),
  )
  expect(seen).toEqual(held)
  expect(idsOf(await ask(person, held.cursor)).sort()).toEqual([one.orderId, two.orderId].sort())
})

test('who follows while many change at once ends with the list as it is', async () => {
  const { person, made, held } = await withOrders(4)
  const act = fc.record({ of: fc.nat(3), what: fc.constantFrom('error', 'done', 'end', 'begin') })
  let followed = held
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { maxLength: 5 }), { minLength: 1, maxLength: 4 }),
      async (hands) => {
        let isOver = false
        const changing = Promise.all(
          hands.map(async (acts) => {
            for (const { of, what } of acts)
              await db.transaction(async (tx) => {
                const order = made[of] as PaidOrder
                if (what === 'error' || what === 'done') await fail(tx, order, what)
                else
                  await tx
                    .update(orders)
                    .set({ status: what === 'end' ? 'expired' : 'active' })
                    .where(eq(orders.id, order.orderId))
              })
          }),
        ).finally(() => {
          isOver = true
        })
        while (!isOver) followed = await follow(person, followed)
        await changing
        followed = await follow(person, followed)
        const byId = ({ orders }: HeldOrders) => orders.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1))
        const whole = await follow(person)
        expect([byId(followed), followed.summary]).toEqual([byId(whole), whole.summary])
      },
    ),
    { numRuns: 20 },
  )
})

test('of an account with 1,000 orders one change costs at most 2 KB', async () => {
  const { person, made, held } = await withOrders(1)
  const [{ orderId, bundleId }] = made as [PaidOrder]
  for (const statement of [
    `orders (id, customer_id, plan, forwarding_url, company_name, status, paid_at)
      select id || n, customer_id, plan, forwarding_url, company_name, status, paid_at from orders, generate_series(1, 999) n where id = '${orderId}'`,
    `bundles (id, order_id, customer_id, order_index, plan, connection_id, status, monthly_cents)
      select id || '_' || n, order_id || n, customer_id, order_index, plan, connection_id, status, monthly_cents from bundles, generate_series(1, 999) n where id = '${bundleId}'`,
    `domains (id, customer_id, bundle_id, name, slot, platform, source, want, status, forwarding_url)
      select id || '_' || n, customer_id, bundle_id || '_' || n, 'of' || n || name, slot, platform, source, want, status, forwarding_url
      from domains, generate_series(1, 999) n where bundle_id = '${bundleId}'`,
  ])
    await deps.pool.query(`insert into ${statement}`)
  const all = await follow(person, held)
  expect(all.orders).toHaveLength(1_000)
  await fail(db, made[0] as PaidOrder)
  const changed = await ask(person, all.cursor)
  expect(idsOf(changed)).toEqual([orderId])
  expect(JSON.stringify(changed).length).toBeLessThan(2_000)
})
