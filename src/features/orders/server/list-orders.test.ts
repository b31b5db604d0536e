import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  bundles,
  domains,
  mailboxes,
  mailboxLinks,
  orders,
  subscriptions,
  toolConnections,
} from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestApp, type TestBrowser } from '#tests/server/test-app.ts'
import { listOrders } from '../api/orders.ts'
import { inboxProgress } from '../rules/order-groups.ts'
import { companyNamesOf, indexOrders } from '../rules/order-index.ts'

const { deps, customer } = await createTestApp()
const { db } = deps

/** The list as the page gets it, checked against its record. */
async function list(browser: TestBrowser) {
  const answer = await browser.get('/api/orders')
  expect(answer.status).toBe(200)
  const { summary, ...rest } = listOrders.response.parse(answer.body)
  return { ...rest, summary: required(summary, 'the summary') }
}

describe('what the list shows', () => {
  test('a customer without orders has an empty list and nothing saved', async () => {
    expect(await list(await customer())).toEqual({
      orders: [],
      summary: { timeSaved: 0, inboxCount: 0, totalDomains: 0, azureDomains: 0, googleDomains: 0 },
      refusedRenewals: [],
      cursor: expect.stringMatching(/\.0$/),
    })
  })

  test('an order says whom it is for, and so does a group that was given another name', async () => {
    const person = await customer()
    const one = await createPaidOrder(deps, { customerId: person.id })
    await db.update(orders).set({ companyName: 'Acme' }).where(eq(orders.id, one.orderId))
    const named = async () => {
      const [order] = (await list(person)).orders
      return [order?.companyName, order?.groups[0]?.companyName, order && companyNamesOf(order)]
    }
    expect(await named()).toEqual(['Acme', undefined, 'Acme'])
    await db.update(bundles).set({ companyName: 'Beta' }).where(eq(bundles.id, one.bundleId))
    expect(await named()).toEqual(['Acme', 'Beta', 'Beta'])
  })

  test('a paid order comes with its groups and domains, and without what is at its normal value', async () => {
    const person = await customer()
    const order = await createPaidOrder(deps, {
      customerId: person.id,
      plan: 'premium',
      tool: 'smartlead',
      toolValues: { apiKey: 'a-key' },
    })
    const { orders: found, summary } = await list(person)
    expect(found).toEqual([
      {
        orderId: order.orderId,
        companyName: 'Acme',
        forwardingDomain: 'https://example.com/welcome',
        sendingTool: 'smartlead',
        monthlyCapacity: 10_000,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/),
        lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/),
        groups: [
          { groupId: order.bundleId, orderIndex: 1, plan: 'premium', monthlyCents: 125_00, live: true },
        ],
        domains: order.domains.map(({ name, platform }) => ({
          domain: name,
          domainType: platform === 'azure' ? 'Azure' : 'Google',
          status: 'to do',
          groupId: order.bundleId,
        })),
      },
    ])
    expect(summary).toMatchObject({ totalDomains: 6, azureDomains: 3, googleDomains: 3, inboxCount: 0 })
    expect(indexOrders(found)[0]?.groups[0]?.plan).toBe('premium')
  })

  test.each(['awaiting_payment', 'expired'] as const)('an order that is %s is not listed', async (status) => {
    const person = await customer()
    const { orderId } = await createPaidOrder(deps, { customerId: person.id })
    await db.update(orders).set({ status }).where(eq(orders.id, orderId))
    expect(await list(person)).toMatchObject({ orders: [], summary: { totalDomains: 0 } })
  })

  test('quotes and line breaks in what a customer typed stay text', async () => {
    const person = await customer()
    const forwardingUrl = 'https://example.com/"a\\b"?x=\n\u2028é'
    await createPaidOrder(deps, { customerId: person.id, forwardingUrl })
    expect((await list(person)).orders[0]?.forwardingDomain).toBe(forwardingUrl)
  })

  test('what differs is said: another forwarding, a replacement, a hold, a group that is over', async () => {
    const person = await customer()
    const order = await createPaidOrder(deps, { customerId: person.id })
    const [first, second] = order.domains.map(({ id }) => eq(domains.id, id))
    await db.update(domains).set({ forwardingUrl: 'https://elsewhere.example' }).where(first)
    await db.update(domains).set({ replacedAt: new Date(), status: 'cancelled' }).where(second)
    await db.update(bundles).set(heldFor('past_due')).where(eq(bundles.id, order.bundleId))
    const before = await list(person)
    expect(before.orders[0]?.groups).toEqual([
      {
        groupId: order.bundleId,
        orderIndex: 1,
        plan: 'azure',
        monthlyCents: 50_00,
        live: true,
        hold: 'past_due',
      },
    ])
    expect(before.orders[0]?.domains[0]).toMatchObject({
      currentForwardingDomain: 'https://elsewhere.example',
    })
    expect(before.orders[0]?.domains[1]).toMatchObject({ replacementOrdered: true, status: 'cancelled' })
    expect(before.summary.totalDomains).toBe(1)
    await db
      .update(bundles)
      .set({ status: 'cancelled', ...heldFor(null) })
      .where(eq(bundles.id, order.bundleId))
    const after = await list(person)
    expect(after.orders[0]).toMatchObject({ monthlyCapacity: 0, groups: [{ live: false }] })
  })

  test('a refused renewal names the orders it is for, and each renewal is told once', async () => {
    const person = await customer()
    const [one, two, other] = [
      await createPaidOrder(deps, { customerId: person.id }),
      await createPaidOrder(deps, { customerId: person.id }),
      await createPaidOrder(deps, { customerId: person.id }),
    ]
    const until = new Date(Date.now() + 24 * 3600_000)
    for (const [stripeId, paidFor] of [
      [`sub_a_${person.id}`, [one, two]],
      [`sub_b_${person.id}`, [other]],
    ] as const) {
      await db.insert(subscriptions).values({
        stripeId,
        customerId: person.id,
        status: 'past_due',
        graceUntil: until,
        openInvoice: { id: `in_${stripeId}`, number: null, url: null, cents: 50_00 },
      })
      const ids = paidFor.map(({ bundleId }) => bundleId)
      await db.update(bundles).set({ subscriptionId: stripeId }).where(inArray(bundles.id, ids))
    }
    await db.update(bundles).set(heldFor('past_due')).where(eq(bundles.id, other.bundleId))
    const { refusedRenewals } = await list(person)
    expect(refusedRenewals.map(({ orderIds, until: ends }) => ({ orderIds: orderIds.sort(), ends }))).toEqual(
      [
        { orderIds: [one.orderId, two.orderId].sort(), ends: until.toISOString() },
        { orderIds: [other.orderId], ends: null },
      ],
    )
  })

  test('mailboxes are counted as the sending tool confirms them, and hours by what was delivered', async () => {
    const person = await customer()
    const order = await createPaidOrder(deps, { customerId: person.id })
    const [first, second] = order.domains.map(({ id }) => ({ id })) as [{ id: string }, { id: string }]
    const rows = await db.select({ id: mailboxes.id }).from(mailboxes).where(eq(mailboxes.domainId, first.id))
    const link = (mailboxId: string, confirmedAt: Date | null) => ({
      mailboxId,
      connectionId: order.connectionId,
      confirmedAt,
    })
    await db.insert(mailboxLinks).values(rows.map(({ id }, i) => link(id, i < 31 ? new Date() : null)))
    await db.update(domains).set({ status: 'in progress' }).where(eq(domains.id, first.id))
    await db.update(domains).set({ status: 'done' }).where(eq(domains.id, second.id))
    const { orders: found, summary } = await list(person)
    expect(found[0]?.domains.map(({ inboxes }) => inboxes)).toEqual([31, undefined])
    expect(inboxProgress(found[0]?.domains ?? [])).toEqual({ delivered: 81, sold: 100 })
    expect(summary).toMatchObject({ inboxCount: 81, timeSaved: 20.8 })
    await db
      .update(mailboxLinks)
      .set({ confirmedAt: null })
      .where(eq(mailboxLinks.connectionId, order.connectionId))
    expect((await list(person)).orders[0]?.domains[0]?.inboxes).toBeUndefined()
    await db.delete(mailboxLinks).where(eq(mailboxLinks.connectionId, order.connectionId))
    expect((await list(person)).summary.inboxCount).toBe(50)
  })

  test('it travels compressed by brotli for clients that take it, zstd offered or not', async () => {
    const person = await customer()
    for (let i = 0; i < 4; i++) await createPaidOrder(deps, { customerId: person.id })
    const encodingFor = async (offered: string) =>
      (await person.get('/api/orders', { 'accept-encoding': offered })).headers['content-encoding']
    expect(await encodingFor('gzip, deflate, br, zstd')).toBe('br')
    expect(await encodingFor('gzip, deflate')).toBe('gzip')
    expect(await encodingFor('gzip, br;q=0')).toBe('gzip')
  })

  test('the newest order comes first', async () => {
    const person = await customer()
    const made = []
    for (let i = 0; i < 3; i++) made.push((await createPaidOrder(deps, { customerId: person.id })).orderId)
    expect((await list(person)).orders.map(({ orderId }) => orderId)).toEqual(made.reverse())
  })
})

describe('asking again', () => {
  const ask = (browser: TestBrowser, tag: unknown) =>
    browser.get('/api/orders', { 'if-none-match': String(tag) })

  test('is answered 304 until something changes, whatever it is', async () => {
    const person = await customer()
    const order = await createPaidOrder(deps, { customerId: person.id })
    const domain = order.domains[0] as { id: string }
    const [mailbox] = await db
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(eq(mailboxes.domainId, domain.id))
    let { etag } = (await person.get('/api/orders')).headers
    const changes: (() => Promise<unknown>)[] = [
      () => db.update(orders).set({ companyName: 'Other' }).where(eq(orders.id, order.orderId)),
      () => db.update(bundles).set(heldFor('dispute')).where(eq(bundles.id, order.bundleId)),
      () => db.update(domains).set({ status: 'error' }).where(eq(domains.id, domain.id)),
      () =>
        db.update(toolConnections).set({ kind: 'bison' }).where(eq(toolConnections.id, order.connectionId)),
      () =>
        db.insert(mailboxLinks).values({
          mailboxId: mailbox?.id as string,
          connectionId: order.connectionId,
          confirmedAt: new Date(),
        }),
      () => createPaidOrder(deps, { customerId: person.id }),
    ]
    for (const change of changes) {
      const same = await ask(person, etag)
      expect([same.status, same.body, same.headers.etag]).toEqual([304, '', etag])
      await change()
      const fresh = await ask(person, etag)
      expect(fresh.status).toBe(200)
      etag = fresh.headers.etag
    }
  })

  test('another customer is never told that the list before them is theirs', async () => {
    const [one, two] = [await customer(), await customer()]
    const { etag } = (await one.get('/api/orders')).headers
    const answer = await ask(two, etag)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache' })
  })

  test('a look at what stays the same is no update', async () => {
    const person = await customer()
    const order = await createPaidOrder(deps, { customerId: person.id })
    const domain = order.domains[0] as { id: string }
    const long = new Date('2020-01-02T03:04:05Z')
    for (const table of [orders, bundles, domains] as const)
      await db.update(table).set({ changedAt: long }).where(eq(table.customerId, person.id))
    await db.update(domains).set({ statusNote: 'Looking again' }).where(eq(domains.id, domain.id))
    expect((await list(person)).orders[0]?.lastUpdated).toBe('2020-01-02T03:04Z')
    await db.update(domains).set({ status: 'done' }).where(eq(domains.id, domain.id))
    expect((await list(person)).orders[0]?.lastUpdated).not.toBe('2020-01-02T03:04Z')
  })
})

test('nobody sees rows of anybody else', async () => {
  const people = [await customer(), await customer(), await customer()]
  for (const { id } of people) await createPaidOrder(deps, { customerId: id })
  const rows = await db.select().from(domains)
  for (const person of people) {
    const { orders: found, summary } = await list(person)
    const mine = rows.filter((row) => row.customerId === person.id).map(({ name }) => name)
    expect(found.flatMap((order) => order.domains.map(({ domain }) => domain)).sort()).toEqual(mine.sort())
    expect(summary.totalDomains).toBe(mine.length)
  }
})

test('nor a domain or a group of theirs of which the row names an order of one’s own', async () => {
  const [person, other] = [await customer(), await customer()]
  const mine = await createPaidOrder(deps, { customerId: person.id })
  const theirs = await createPaidOrder(deps, { customerId: other.id })
  const before = await list(person)
  await db
    .update(domains)
    .set({ bundleId: mine.bundleId, slot: sql`${domains.slot} + 100` })
    .where(eq(domains.bundleId, theirs.bundleId))
  expect(await list(person)).toEqual(before)
  await db
    .update(bundles)
    .set({ orderId: mine.orderId, orderIndex: 9 })
    .where(eq(bundles.id, theirs.bundleId))
  expect(await list(person)).toEqual(before)
})
