import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundles, checkoutItems, checkouts, domains, orders, subscriptions } from '#base/db/schema/index.ts'
import { owingOrders } from '#features/billing/rules/owed-words.ts'
import { createPaidOrder, type PaidOrder } from '#tests/server/paid-order.ts'
import { createTestApp, type TestBrowser } from '#tests/server/test-app.ts'
import { listOrders } from '../api/orders.ts'
import { noFilters, ordersWithDomains, sortOrders } from '../rules/order-filters.ts'
import { indexOrders } from '../rules/order-index.ts'
import { domainStatuses } from '../rules/order-status.ts'
import { readInView } from './read-in-view.ts'

const { deps, customer } = await createTestApp()
const { db } = deps

async function ask(browser: TestBrowser, query = '') {
  const answer = await browser.get(`/api/orders${query}`)
  expect(answer.status).toBe(200)
  return listOrders.response.parse(answer.body)
}
const idsOf = (listed: readonly { orderId: string }[]) => listed.map(({ orderId }) => orderId)

/** As a page sorts all orders that it holds, where nobody has chosen otherwise. */
const asPageSorts = ({ orders: all, refusedRenewals }: Awaited<ReturnType<typeof ask>>) =>
  idsOf(
    sortOrders(ordersWithDomains(indexOrders(all, owingOrders(refusedRenewals))), noFilters.sort).map(
      ({ order }) => order,
    ),
  )

const owedInvoice = { id: 'in_1', number: null, url: null, cents: 5_000 }
/** What an order's subscription owes: nothing, or a renewal that was refused or that outlived it. */
const debts = {
  none: { status: 'active', graceUntil: null, openInvoice: null },
  refused: { status: 'past_due', graceUntil: new Date('2030-01-01'), openInvoice: owedInvoice },
  'written off': { status: 'ended', graceUntil: null, openInvoice: owedInvoice },
} as const

async function makePage(customerId: string, { bundleId }: PaidOrder) {
  const id = `chk_${bundleId}`
  await db.insert(checkouts).values({
    id,
    customerId,
    kind: 'reinstate',
    quote: {} as never,
    amountCents: 5_000,
    params: {} as never,
    attemptKey: 'a',
    fingerprint: id,
    status: 'paid',
    expiresAt: sql`now() + interval '1 hour'`,
  })
  await db.insert(checkoutItems).values({ id: `itm_${bundleId}`, checkoutId: id, bundleId, netCents: 5_000 })
}

const orderState = fc.record({
  orderStatus: fc.constantFrom('active', 'active', 'active', 'expired' as const),
  groupStatus: fc.constantFrom('live', 'live', 'cancelled' as const),
  hold: fc.option(fc.constantFrom('pastDueSince', 'refundedSince', 'operatorHeldSince' as const)),
  page: fc.constantFrom('open', 'paid', 'paid' as const),
  debt: fc.constantFrom('none', 'none', 'refused', 'written off' as const),
  first: fc.record({
    status: fc.constantFrom(...domainStatuses),
    want: fc.constantFrom('run', 'run', 'retire', 'hold' as const),
    changing: fc.option(
      fc.record(
        { what: fc.constant('forwarding'), why: fc.constantFrom('failed', 'waiting', 'running') },
        { noNullPrototype: true },
      ),
    ),
  }),
})

test('the orders in view are the first of all as a page sorts them, whatever is so with them', async () => {
  const person = await customer()
  const made: PaidOrder[] = []
  for (const letter of 'abcdefgh') {
    const order = await createPaidOrder(deps, {
      customerId: person.id,
      names: { azure: [`view${letter}.com`] },
    })
    await makePage(person.id, order)
    const stripeId = `sub_${order.bundleId}`
    await db.insert(subscriptions).values({ stripeId, customerId: person.id, status: 'active' })
    await db.update(bundles).set({ subscriptionId: stripeId }).where(eq(bundles.id, order.bundleId))
    made.push(order)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(orderState, { minLength: made.length, maxLength: made.length }),
      fc.integer({ min: 1, max: made.length }),
      async (states, count) => {
        for (const [at, { orderStatus, groupStatus, hold, page, debt, first }] of states.entries()) {
          const order = made[at] as PaidOrder
          await db.update(orders).set({ status: orderStatus }).where(eq(orders.id, order.orderId))
          await db
            .update(bundles)
            .set({
              status: groupStatus,
              pastDueSince: null,
              refundedSince: null,
              operatorHeldSince: null,
              ...(hold && { [hold]: new Date() }),
            })
            .where(eq(bundles.id, order.bundleId))
          await db
            .update(domains)
            .set(first as never)
            .where(eq(domains.bundleId, order.bundleId))
          await db
            .update(checkouts)
            .set({ status: page })
            .where(eq(checkouts.id, `chk_${order.bundleId}`))
          await db
            .update(subscriptions)
            .set(debts[debt])
            .where(eq(subscriptions.stripeId, `sub_${order.bundleId}`))
        }
        const all = await ask(person)
        expect(await readInView(db, person.id, count, all.refusedRenewals)).toEqual(
          asPageSorts(all).slice(0, count),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('of an account with 1,000 orders those in view come first, in a twentieth of the bytes, and of one with 100 all', async () => {
  const person = await customer()
  const order = await createPaidOrder(deps, { customerId: person.id, names: { azure: ['copied.com'] } })
  await copyOrder(order, 1, 99)
  const all = await ask(person)
  expect(all.orders).toHaveLength(100)
  expect(await ask(person, '?only=in-view')).toEqual(all)

  await copyOrder(order, 100, 999)
  await db
    .update(domains)
    .set({ status: 'error' })
    .where(eq(domains.bundleId, `${order.bundleId}_500`))
  const inView = await ask(person, '?only=in-view')
  const whole = await ask(person)
  expect([inView.summary, inView.gone, inView.cursor]).toEqual([undefined, undefined, whole.cursor])
  expect(asPageSorts(inView)).toEqual(asPageSorts(whole).slice(0, 50))
  expect(asPageSorts(inView)[0]).toBe(`${order.orderId}500`)
  const bytes = (answer: unknown) => JSON.stringify(answer).length
  expect(bytes(inView)).toBeLessThan(bytes(whole) / 19)
})

test('the orders in view and the whole list are not taken for each other by a browser that keeps both', async () => {
  const person = await customer()
  const order = await createPaidOrder(deps, { customerId: person.id, names: { azure: ['kept.com'] } })
  await copyOrder(order, 1, 150)
  const etagOf = async (query: string) => String((await person.get(`/api/orders${query}`)).headers.etag)
  const [inView, whole] = [await etagOf('?only=in-view'), await etagOf('')]
  expect(inView).not.toBe(whole)
  const status = async (query: string, etag: string) =>
    (await person.get(`/api/orders${query}`, { 'if-none-match': etag })).status
  expect(await status('?only=in-view', inView)).toBe(304)
  expect(await status('', inView)).toBe(200)
})

/** The same order again under other ids and names. */
async function copyOrder({ orderId, bundleId }: PaidOrder, from: number, to: number) {
  const numbers = `generate_series(${from}, ${to}) n`
  for (const statement of [
    `orders (id, customer_id, plan, forwarding_url, company_name, status, paid_at, created_at)
      select id || n, customer_id, plan, forwarding_url, company_name, status, paid_at, created_at - n * interval '1 hour'
      from orders, ${numbers} where id = '${orderId}'`,
    `bundles (id, order_id, customer_id, order_index, plan, connection_id, status, monthly_cents)
      select id || '_' || n, order_id || n, customer_id, order_index, plan, connection_id, status, monthly_cents
      from bundles, ${numbers} where id = '${bundleId}'`,
    `domains (id, customer_id, bundle_id, name, slot, platform, source, want, status, forwarding_url)
      select id || '_' || n, customer_id, bundle_id || '_' || n, 'of' || n || name, slot, platform, source, want, status, forwarding_url
      from domains, ${numbers} where bundle_id = '${bundleId}'`,
  ])
    await deps.pool.query(`insert into ${statement}`)
}
