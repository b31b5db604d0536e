import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  auditLog,
  bundles,
  checkoutItems,
  checkouts,
  disputes,
  domains,
  orders,
  refunds,
  subscriptions,
} from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { ConsoleOrder, ConsoleOrderPage } from '../../api/console-orders.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps
const sam = await joinedStaff(world, 'support')
const tess = await joinedStaff(world, 'technician')

const placed = async (options: Partial<Parameters<typeof createPaidOrder>[1]> = {}) => {
  const person = await customer()
  return {
    person,
    ...(await createPaidOrder(deps, { customerId: person.id, mailboxesPerDomain: 3, ...options })),
  }
}
const list = async (query: string, by = sam) =>
  (await by.get(`/api/operator/orders?${query}`)).body as { orders: ConsoleOrder[]; next: string | null }
const page = async (id: string, by = sam) =>
  (await by.get(`/api/operator/orders/${id}`)).body as ConsoleOrderPage
const idsOf = (rows: readonly ConsoleOrder[]) => rows.map(({ id }) => id)

test('orders stand newest first, each on one page', async () => {
  const person = await customer()
  const made: string[] = []
  for (let n = 0; n < 3; n++)
    made.unshift((await createPaidOrder(deps, { customerId: person.id, mailboxesPerDomain: 1 })).orderId)
  expect(idsOf((await list(`customer=${person.id}`)).orders)).toEqual(made)
  expect(idsOf((await list(`customer=${person.id}&after=${made[0]}`)).orders)).toEqual(made.slice(1))
})

test('orders with an open dispute and with a refused renewal are found until that is over', async () => {
  const [once, renewed, refused] = [await placed(), await placed(), await placed()]
  const billed = async (stripeId: string, { person, bundleId }: typeof once, graceUntil: Date | null) => {
    await db.insert(subscriptions).values({ stripeId, customerId: person.id, status: 'active', graceUntil })
    await db.update(bundles).set({ subscriptionId: stripeId }).where(eq(bundles.id, bundleId))
  }
  await billed('sub_renewed', renewed, null)
  await billed('sub_refused', refused, new Date())
  const checkoutId = 'chk_disputed'
  await db.insert(checkouts).values({
    id: checkoutId,
    customerId: once.person.id,
    kind: 'order',
    status: 'paid',
    amountCents: 50_00,
    params: {},
    attemptKey: checkoutId,
    fingerprint: checkoutId,
    quote: { items: [], totalCents: 50_00 } as unknown as (typeof checkouts.$inferInsert)['quote'],
    expiresAt: new Date(),
  })
  await db.insert(checkoutItems).values({ id: 'item', checkoutId, bundleId: once.bundleId, netCents: 50_00 })
  await db.insert(disputes).values([
    { stripeId: 'dp_once', checkoutId, outcome: 'open' },
    { stripeId: 'dp_renewed', subscriptionId: 'sub_renewed', outcome: 'open' },
  ])
  expect(idsOf((await list('only=disputed')).orders)).toEqual([renewed.orderId, once.orderId])
  expect(idsOf((await list('only=refused')).orders)).toEqual([refused.orderId])
  await db.update(disputes).set({ outcome: 'won' })
  await db.update(subscriptions).set({ graceUntil: null })
  for (const only of ['disputed', 'refused']) expect((await list(`only=${only}`)).orders).toEqual([])
})

test('an order is found by its id, a domain, its customer, a hold, and what stopped', async () => {
  const { orderId, person, domains: held, bundleId } = await placed()
  for (const text of [orderId, held[1]?.name, person.email.slice(0, -3).toUpperCase()])
    expect(idsOf((await list(`text=${text}`)).orders)).toEqual([orderId])
  expect(idsOf((await list('only=held')).orders)).not.toContain(orderId)
  expect(idsOf((await list('only=stuck')).orders)).not.toContain(orderId)
  await db.update(bundles).set({ operatorHeldSince: new Date() }).where(eq(bundles.id, bundleId))
  await db
    .update(domains)
    .set({ status: 'error' })
    .where(eq(domains.id, held[0]?.id ?? ''))
  const [found] = (await list(`only=held&text=${orderId}`)).orders
  expect(found).toMatchObject({ domains: 2, stuck: 1, holds: ['operator'], monthlyCents: 50_00 })
  expect(idsOf((await list('only=stuck')).orders)).toEqual([orderId])
})

test('an order of spares is told from one that sends, in the list and on its page', async () => {
  const [sends, reserve] = [await placed(), await placed({ isReserve: true })]
  for (const [{ orderId }, isReserve] of [
    [sends, false],
    [reserve, true],
  ] as const) {
    expect((await list(`text=${orderId}`)).orders).toMatchObject([{ isReserve }])
    expect(await page(orderId)).toMatchObject({ order: { isReserve } })
  }
})

test('who may not see money sees none of it', async () => {
  const { orderId } = await placed()
  expect(await page(orderId)).toMatchObject({ order: { monthlyCents: 50_00 }, payments: [] })
  expect(await page(orderId, tess)).toMatchObject({ order: { monthlyCents: null }, payments: null })
})

test('what was paid, refunded and priced is told in no activity to those who may not see money', async () => {
  const { orderId, person, domains: held } = await placed()
  const entry = { customerId: person.id, actor: 'system', subject: orderId } as const
  const paid = { cents: 81_00, url: 'https://invoice.test/i', names: [held[0]?.name] }
  await db.insert(auditLog).values([
    { ...entry, action: 'order.created' },
    { ...entry, action: 'payment.received', data: paid },
    { ...entry, action: 'refund.paid', data: paid },
    { ...entry, action: 'refund.ordered', data: { cents: 81_00, reason: 'asked' } },
    { ...entry, action: 'customer.price_set', data: { plan: 'azure', cents: 81_00 } },
  ])
  const told = async (by: typeof sam) =>
    Promise.all(
      [`orders/${orderId}`, `domains/${held[0]?.id}`, `customers/${person.id}/history`].map(async (path) =>
        JSON.stringify((await by.get(`/api/operator/${path}`)).body),
      ),
    )
  for (const page of await told(sam)) expect(page).toContain('$81.00')
  const [order, domain, history] = await told(tess)
  for (const page of [order, domain, history]) expect(page).not.toMatch(/\$81|invoice\.test/)
  for (const page of [order, history]) expect(page).toContain('Placed the order')
})

test('payments stand with what went back of each', async () => {
  const { orderId, person, bundleId } = await placed()
  const checkout = { customerId: person.id, kind: 'order' as const, amountCents: 81_00, params: {} }
  const quote = { items: [], totalCents: 81_00 } as unknown as (typeof checkouts.$inferInsert)['quote']
  for (const id of [`chk_a_${orderId}`, `chk_b_${orderId}`])
    await db.insert(checkouts).values({
      ...checkout,
      id,
      quote,
      attemptKey: id,
      fingerprint: id,
      status: 'paid',
      expiresAt: new Date(),
      ...(id.startsWith('chk_a') && { orderId }),
    })
  // Of the second one only its item says what it was for.
  await db
    .insert(checkoutItems)
    .values({ id: `itm_${orderId}`, checkoutId: `chk_b_${orderId}`, bundleId, netCents: 81_00 })
  await db
    .insert(refunds)
    .values({ id: `ref_${orderId}`, checkoutId: `chk_b_${orderId}`, reason: 'asked', cents: 15_50 })
  const { payments } = await page(orderId)
  expect(
    payments?.map(({ id, cents, refundedCents }) => [id.slice(0, 5), cents, refundedCents]).sort(),
  ).toEqual([
    ['chk_a', 81_00, 0],
    ['chk_b', 81_00, 15_50],
  ])
})

test('an order is held, released and ended, as its page said in numbers, under the name of who did it', async () => {
  const { orderId, bundleId } = await placed()
  const status = async () => (await db.select().from(bundles).where(eq(bundles.id, bundleId)))[0]
  const all = { groups: 1, domains: 2, mailboxes: 6, refusal: null }
  expect((await page(orderId)).acts).toMatchObject({
    hold: all,
    release: { groups: 0, refusal: 'It is not on hold.' },
    end: all,
  })
  expect((await page(orderId)).chargeAfterRelease).toEqual({ inTurn: null, now: null })
  const act = (verb: string, body = {}) => sam.post(`/api/operator/orders/${orderId}/${verb}`, body)
  expect(await act('hold')).toMatchObject({ status: 200 })
  expect(await status()).toMatchObject({ hold: 'operator' })
  expect(await act('hold')).toMatchObject({ status: 409, body: { message: 'It is on hold already.' } })
  expect((await page(orderId)).acts).toMatchObject({
    hold: { refusal: 'It is on hold already.' },
    release: all,
  })
  expect(await act('release')).toMatchObject({ status: 200 })
  expect(await act('release')).toMatchObject({ status: 409 })
  expect(await act('end', { reason: ' ' })).toMatchObject({ status: 400 })
  expect(await act('end', { reason: 'Asked by phone' })).toMatchObject({ status: 200 })
  expect(await status()).toMatchObject({ status: 'cancelled', cancelReason: 'Asked by phone', hold: null })
  const shown = await page(orderId)
  expect(shown.activity).toMatchObject([
    { who: 'Sam Staff', sentence: 'Cancelled the order: Asked by phone' },
    { who: 'Sam Staff', sentence: 'Ended the hold: the order resumes' },
    { who: 'Sam Staff' },
  ])
  expect(shown.acts.end.refusal).toBe('Nothing of this order is live.')
  const noted = await db
    .select({ by: auditLog.userId })
    .from(auditLog)
    .where(and(eq(auditLog.subject, bundleId), eq(auditLog.actor, 'operator')))
  expect(noted.map(({ by }) => by)).toEqual([sam.id, sam.id, sam.id])
})

test('an act on more than fifty domains wants their number typed', async () => {
  const azure = Array.from({ length: 51 }, (_, n) => `slip${n}.com`)
  const { orderId } = await placed({ names: { azure }, mailboxesPerDomain: 1 })
  const hold = (word?: string, id = orderId) => sam.post(`/api/operator/orders/${id}/hold`, { word })
  const [group] = await db.select().from(bundles).where(eq(bundles.orderId, orderId))
  for (const id of [orderId, group?.id])
    expect(await hold(undefined, id)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Type 51') },
    })
  expect(await hold('51')).toMatchObject({ status: 200 })
})

test('there is nothing at an id of no order', async () => {
  expect(await sam.get('/api/operator/orders/ord_none')).toMatchObject({ status: 404 })
  expect(await sam.post('/api/operator/orders/ord_none/hold', {})).toMatchObject({ status: 404 })
  expect(await db.$count(orders, eq(orders.id, 'ord_none'))).toBe(0)
})
