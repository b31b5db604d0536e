import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { eventsChannel, notifyCustomer } from '#delivery/provisioning/events.ts'
import { createPaidOrder, type PaidOrder } from '#tests/server/paid-order.ts'
import { createTestApp, type TestBrowser } from '#tests/server/test-app.ts'
import { listOrders } from '../api/orders.ts'

const { deps, customer } = await createTestApp()
const { db } = deps

/** The names of all that an order in the list says, whole or not: a new one needs a change below. */
function fieldsOf(schema: z.core.$ZodType, at = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => fieldsOf(part, at ? `${at}.${name}` : name))
    case 'array':
      return fieldsOf(def.element, at)
    case 'optional':
    case 'nullable':
      return fieldsOf(def.innerType, at)
    default:
      return [at]
  }
}

/** Everything under a name in an answer, in order; what is absent is null. */
const valuesAt = (value: unknown, path: readonly string[]): unknown[] =>
  Array.isArray(value)
    ? value.flatMap((each) => valuesAt(each, path))
    : path.length === 0 || value === null || value === undefined
      ? [value ?? null]
      : valuesAt((value as Record<string, unknown>)[path[0] as string], path.slice(1))

type Change = (order: PaidOrder, another: PaidOrder) => SQL

const ofOrder =
  (set: SQL): Change =>
  ({ orderId }) =>
    sql`update orders set ${set} where id = ${orderId}`
const ofGroup =
  (set: SQL): Change =>
  ({ bundleId }) =>
    sql`update bundles set ${set} where id = ${bundleId}`
const ofDomain =
  (set: SQL): Change =>
  ({ domains: [first] }) =>
    sql`update domains set ${set} where id = ${first?.id}`
const ofPage =
  (set: SQL): Change =>
  ({ bundleId }) =>
    sql`update checkouts set ${set} where id = ${`chk_${bundleId}`}`

/** A payment for the group's first domain, or for what it was before, in both orders at once. */
const page = (
  { bundleId, domains: [first] }: PaidOrder,
  { bundleId: another }: PaidOrder,
  { kind, status }: { kind: 'reinstate' | 'order'; status: 'open' | 'paid' },
) => sql`
  with page as (
    insert into checkouts (id, customer_id, kind, quote, amount_cents, paid_cents, paid_at, payment_intent_id, params,
      attempt_key, fingerprint, status, expires_at)
    select 'chk_' || id, customer_id, ${kind}, '{}', 5000, 5000, now(), 'pi_' || id, '{}', id, 'f', ${status},
      now() + interval '1 hour' from bundles where id = ${bundleId} returning id)
  insert into checkout_items (id, checkout_id, bundle_id, domain_id, net_cents)
  select 'itm_' || page.id || coalesce(t.bundle, ''), page.id, t.bundle, t.domain, 2500 from page, (values ${
    kind === 'order'
      ? sql`(null::text, ${first?.id})`
      : sql`(${bundleId}, null::text), (${another}, null::text)`
  }) as t(bundle, domain)`
const openPage: Change = (order, another) => page(order, another, { kind: 'reinstate', status: 'open' })
const paidPage: Change = (order, another) => page(order, another, { kind: 'order', status: 'paid' })

const refund: Change = ({ bundleId, domains: [first] }) => sql`
  insert into refunds (id, checkout_id, domain_id, reason, cents)
  values (${`ref_${bundleId}`}, ${`chk_${bundleId}`}, ${first?.id}, 'given back', 2500)`

const failed = sql`status = 'error', status_note = 'The registry says no.'`
const change = (why: string) =>
  sql`status = 'done', changing = ${JSON.stringify({ what: 'tool', since: '2026-01-01T00:00:00Z', why })}::jsonb`
const problem =
  (kind: string): Change =>
  ({ domains: [first] }) =>
    sql`update domain_names set problem = ${JSON.stringify({ kind, reason: '-', at: '2026-01-01T00:00:00Z' })}::jsonb
      where name = ${first?.name}`
const registered: Change = ({ domains: [first] }) =>
  sql`update domain_names set registration = 'registered' where name = ${first?.name}`

const changedLongAgo: Change = ({ orderId, bundleId }) => sql`
  with o as (update orders set changed_at = '2020-01-01' where id = ${orderId}),
    d as (update domains set changed_at = '2020-01-01' where bundle_id = ${bundleId})
  update bundles set changed_at = '2020-01-01' where id = ${bundleId}`

/** What is said of a group only where it differs from the order's first. */
const secondGroup: Change = ({ bundleId }) => sql`
  insert into bundles (id, order_id, customer_id, order_index, plan, connection_id, status, monthly_cents)
  select id || 'b', order_id, customer_id, 2, plan, connection_id, status, monthly_cents from bundles where id = ${bundleId}`
const ofSecondGroup =
  (set: SQL): Change =>
  ({ bundleId }) =>
    sql`update bundles set ${set} where id = ${`${bundleId}b`}`
const anotherTool: Change = ({ connectionId }) => sql`
  insert into tool_connections (id, customer_id, kind, details)
  select id || 'b', customer_id, 'other', '{}' from tool_connections where id = ${connectionId}`

/** How a value comes to be another one: what is there before the list is read, and what happens then. */
const changes: [field: string, change: Change, ...before: Change[]][] = [
  ['forwardingDomain', ofOrder(sql`forwarding_url = 'https://other.test'`)],
  ['companyName', ofOrder(sql`company_name = 'Beta'`)],
  [
    'sendingTool',
    ({ connectionId }) => sql`update tool_connections set kind = 'bison' where id = ${connectionId}`,
  ],
  ['isReserve', ofOrder(sql`is_reserve = true`)],
  ['monthlyCapacity', ofGroup(sql`status = 'cancelled'`)],
  ['date', ofOrder(sql`paid_at = now() - interval '1 day'`)],
  ['lastUpdated', ofGroup(sql`status = 'cancelled'`), changedLongAgo],
  ['groups.plan', ofGroup(sql`plan = 'premium'`)],
  ['groups.monthlyCents', ofGroup(sql`monthly_cents = 1`)],
  ['groups.live', ofGroup(sql`status = 'cancelled'`)],
  ['groups.hold', ofGroup(sql`past_due_since = now()`)],
  ['groups.unpaid.checkoutId', openPage],
  ['groups.unpaid.kind', ofPage(sql`kind = 'replace'`), openPage],
  ['groups.unpaid.domains', ofDomain(sql`want = 'retire'`), openPage],
  // All of one payment are told how many come back with it.
  ['groups.unpaid.domains', (order, another) => ofDomain(sql`want = 'retire'`)(another, order), openPage],
  ['groups.unpaid.cents', ofPage(sql`amount_cents = 1`), openPage],
  ['groups.unpaid.url', ofPage(sql`url = 'https://pay.test'`), openPage],
  ['groups.unpaid.withBank', ofPage(sql`with_bank_since = now()`), openPage],
  ['groups.unpaid.until', ofPage(sql`expires_at = now() + interval '1 day'`), openPage],
  ['groups.companyName', ofSecondGroup(sql`company_name = 'Beta'`), secondGroup],
  ['groups.sendingTool', ofSecondGroup(sql`connection_id = connection_id || 'b'`), secondGroup, anotherTool],
  ['domains.domain', ofDomain(sql`name = 'x' || name`)],
  ['domains.status', ofDomain(sql`status = 'in progress'`)],
  ['domains.inboxes', ofDomain(sql`inboxes = 1`)],
  ['domains.changing', ofDomain(change('working'))],
  ['domains.changeFailed', ofDomain(change('failed')), ofDomain(change('working'))],
  ['domains.replacementOrdered', ofDomain(sql`replaced_at = now()`)],
  ['domains.receivesUntil', ofDomain(sql`falling_since = now()`)],
  ['domains.givenUp', ofDomain(sql`status = 'cancelled', replaced_at = now(), want = 'retire'`)],
  ['domains.isSpent', ofDomain(sql`spent_at = now()`)],
  ['domains.taken', ofDomain(sql`taken_at = now()`)],
  ['domains.trouble.cause', ofDomain(failed)],
  ['domains.trouble.cause', problem('rejected'), ofDomain(failed), problem('transient')],
  ['domains.trouble.cause', registered, ofDomain(failed), problem('rejected')],
  ['domains.trouble.note', ofDomain(sql`status_note = 'Another.'`), ofDomain(failed)],
  ['domains.trouble.anotherDomain', ofDomain(failed)],
  ['domains.trouble.anotherDomain', registered, ofDomain(failed), problem('rejected')],
  ['domains.trouble.anotherDomain', refund, ofDomain(failed), paidPage],
  [
    'domains.trouble.anotherDomain',
    ({ bundleId }) => sql`insert into disputes (stripe_id, checkout_id, payment_intent_id, outcome)
      values (${`dp_${bundleId}`}, ${`chk_${bundleId}`}, ${`pi_${bundleId}`}, 'lost')`,
    ofDomain(failed),
    paidPage,
  ],
  ['domains.currentForwardingDomain', ofDomain(sql`forwarding_url = 'https://other.test'`)],
]

/** Names of what it is, which another one has. */
const neverChange = [
  'orderId',
  'groups.groupId',
  'groups.orderIndex',
  'domains.domainType',
  'domains.groupId',
]

test('each field of the list of orders has a change here', () => {
  const all = fieldsOf(listOrders.response.shape.orders)
  const tried = new Set(changes.map(([field]) => field))
  expect([...tried, ...neverChange].sort()).toEqual(all.sort())
})

const ask = async (browser: TestBrowser, since?: string) => {
  const answer = await browser.get(`/api/orders${since ? `?since=${since}` : ''}`)
  expect(answer.status).toBe(200)
  return listOrders.response.parse(answer.body)
}

test.each(changes.map(([field, ...made]) => [field, made] as const))(
  'when %s is another, who follows the list is told',
  async (field, [change, ...before]) => {
    const person = await customer()
    const order = await createPaidOrder(deps, { customerId: person.id, mailboxesPerDomain: 1 })
    const another = await createPaidOrder(deps, { customerId: person.id, mailboxesPerDomain: 1 })
    for (const each of before) await db.execute(each(order, another))
    const held = await ask(person)
    await db.execute(change(order, another))
    const [told, whole] = [await ask(person, held.cursor), await ask(person)]
    const valuesOf = ({ orders }: typeof held) =>
      valuesAt(
        orders.find(({ orderId }) => orderId === order.orderId),
        field.split('.'),
      )
    expect(valuesOf(whole)).not.toEqual(valuesOf(held))
    expect(valuesOf(told)).toEqual(valuesOf(whole))
  },
)

test('a refund, which nothing else tells open pages of, is a hint to look', async () => {
  const hints: string[] = []
  deps.listener.listen(eventsChannel, { onMessage: (id) => hints.push(id), onGap: () => {} })
  const person = await customer()
  const order = await createPaidOrder(deps, { customerId: person.id, mailboxesPerDomain: 1 })
  await db.execute(paidPage(order, order))
  // What was told before has come by the time that this has.
  const heard = (id: string) => expect.poll(() => hints.includes(id)).toBe(true)
  await expect
    .poll(async () => {
      await notifyCustomer(db, 'before')
      return hints.includes('before')
    })
    .toBe(true)
  hints.length = 0
  await db.execute(refund(order, order))
  await heard(person.id)
})
