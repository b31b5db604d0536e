import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/server/test-database.ts'
import { brokenConstraint, sqlState } from './sql-state.ts'

const { db } = await createTestDatabase()
let count = 0
const fresh = (prefix: string) => `${prefix}_${++count}`

type Row = Record<string, unknown>
async function insert(table: string, row: Row): Promise<void> {
  const columns = sql.join(
    Object.keys(row).map((name) => sql.identifier(name)),
    sql`, `,
  )
  const values = sql.join(
    Object.values(row).map((value) => sql`${value}`),
    sql`, `,
  )
  await db.execute(sql`insert into ${sql.identifier(table)} (${columns}) values (${values})`)
}
const broken = async (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => brokenConstraint(error) ?? sqlState(error),
  )

async function customer(more: Row = {}): Promise<string> {
  const id = fresh('cus')
  await insert('customers', { id, email: `${id}@example.test`, name: 'N', ...more })
  return id
}
async function connection(customerId: string): Promise<string> {
  const id = fresh('con')
  await insert('tool_connections', { id, customer_id: customerId, kind: 'other' })
  return id
}
async function order(customerId: string, more: Row = {}): Promise<string> {
  const id = fresh('ord')
  await insert('orders', {
    id,
    customer_id: customerId,
    plan: 'azure',
    forwarding_url: 'https://example.com',
    company_name: 'C',
    ...more,
  })
  return id
}
async function bundle(
  more: Row = {},
): Promise<{ id: string; customerId: string; orderId: string; connectionId: string }> {
  const customerId = await customer()
  const orderId = await order(customerId)
  const connectionId = await connection(customerId)
  const id = fresh('bun')
  await insert('bundles', {
    id,
    customer_id: customerId,
    order_id: orderId,
    order_index: 1,
    plan: 'azure',
    connection_id: connectionId,
    ...more,
  })
  return { id, customerId, orderId, connectionId }
}
type Owner = { id: string; customerId: string }
async function domain(owner: Owner, more: Row = {}): Promise<string> {
  const id = fresh('dom')
  await insert('domains', {
    id,
    customer_id: owner.customerId,
    bundle_id: owner.id,
    name: `${id.replace('_', '')}.com`,
    slot: ++count,
    platform: 'azure',
    source: 'bought',
    forwarding_url: 'https://example.com',
    ...more,
  })
  return id
}
async function persona(owner: Owner, more: Row = {}): Promise<string> {
  const id = fresh('per')
  await insert('personas', {
    id,
    customer_id: owner.customerId,
    bundle_id: owner.id,
    position: 1,
    first_name: 'Jane',
    last_name: id.replace('_', ''),
    ...more,
  })
  return id
}
async function mailbox(owner: Owner, more: Row = {}): Promise<string> {
  const id = fresh('mbx')
  const domainId = await domain(owner)
  const personaId = await persona(owner)
  await insert('mailboxes', {
    id,
    customer_id: owner.customerId,
    domain_id: domainId,
    persona_id: personaId,
    name: 'x.com',
    local_part: id,
    ...more,
  })
  return id
}
async function checkout(customerId: string, more: Row = {}): Promise<string> {
  const id = fresh('chk')
  await insert('checkouts', {
    id,
    customer_id: customerId,
    kind: 'order',
    quote: '{}',
    amount_cents: 1,
    params: '{}',
    attempt_key: id,
    fingerprint: id,
    expires_at: new Date().toISOString(),
    ...more,
  })
  return id
}

test('an address belongs to one customer, whatever its case', async () => {
  await customer({ email: 'One@example.test' })
  expect(await broken(customer({ email: 'one@EXAMPLE.test' }))).toBe('customers_email')
})

test('a Stripe customer belongs to one customer', async () => {
  await customer({ stripe_customer_id: 'cus_stripe' })
  expect(await broken(customer({ stripe_customer_id: 'cus_stripe' }))).toBe('customers_stripe_customer')
})

test('a place in an order is taken once', async () => {
  const first = await bundle()
  const again = insert('bundles', {
    id: fresh('bun'),
    customer_id: first.customerId,
    order_id: first.orderId,
    order_index: 1,
    plan: 'azure',
    connection_id: first.connectionId,
  })
  expect(await broken(again)).toBe('bundles_place')
})

test('a name has one unreleased holding, and can be held again once released', async () => {
  const owner = await bundle()
  await domain(owner, { name: 'held.com', released_at: new Date().toISOString() })
  await domain(owner, { name: 'held.com' })
  expect(await broken(domain(owner, { name: 'held.com' }))).toBe('domains_held_name')
})

test('a slot of a bundle has one running domain that is not replaced', async () => {
  const owner = await bundle()
  await domain(owner, { slot: 1, want: 'run', replaced_at: new Date().toISOString() })
  await domain(owner, { slot: 1, want: 'retire' })
  await domain(owner, { slot: 1, want: 'run' })
  expect(await broken(domain(owner, { slot: 1, want: 'run' }))).toBe('domains_slot')
})

test('a domain has one unreleased replacement', async () => {
  const owner = await bundle()
  const old = await domain(owner)
  await domain(owner, { replaces_id: old, released_at: new Date().toISOString() })
  await domain(owner, { replaces_id: old })
  expect(await broken(domain(owner, { replaces_id: old }))).toBe('domains_replacement')
})

test('a full name stands once among the people of a bundle, whatever its case; a removed one does not count', async () => {
  const owner = await bundle()
  await persona(owner, { first_name: 'Ada', last_name: 'Byron', removed_at: new Date().toISOString() })
  await persona(owner, { first_name: 'Ada', last_name: 'Byron' })
  expect(await broken(persona(owner, { first_name: 'ADA', last_name: 'byron' }))).toBe('personas_full_name')
})

test('an address is one mailbox until it is purged', async () => {
  const owner = await bundle()
  await mailbox(owner, { name: 'a.com', local_part: 'jane', want: 'purged' })
  await mailbox(owner, { name: 'a.com', local_part: 'jane', want: 'disabled' })
  expect(await broken(mailbox(owner, { name: 'a.com', local_part: 'jane' }))).toBe('mailboxes_address')
})

test('a mailbox is in a tool once', async () => {
  const owner = await bundle()
  const link = { mailbox_id: await mailbox(owner), connection_id: owner.connectionId }
  await insert('mailbox_links', link)
  expect(await broken(insert('mailbox_links', link))).toBe('mailbox_links_mailbox_id_connection_id_pk')
})

test('an account of the operator has one label per vendor', async () => {
  const account = (vendor: string) =>
    insert('provider_accounts', {
      id: fresh('acc'),
      vendor,
      label: 'main',
      credentials: '-',
      capacity_domains: 1,
      capacity_mailboxes: 1,
      capacity_daily_recipients: 1,
    })
  await account('microsoft')
  await account('google')
  expect(await broken(account('google'))).toBe('provider_accounts_label')
})

test('a payment session belongs to one checkout', async () => {
  const customerId = await customer()
  await checkout(customerId, { session_id: 'cs_1' })
  expect(await broken(checkout(customerId, { session_id: 'cs_1' }))).toBe('checkouts_session')
})

test('a checkout item is for a bundle or a domain, never both or neither', async () => {
  const owner = await bundle()
  const checkoutId = await checkout(owner.customerId)
  const item = (more: Row) =>
    insert('checkout_items', {
      id: fresh('itm'),
      checkout_id: checkoutId,
      net_cents: 1,
      ...more,
    })
  await item({ bundle_id: owner.id })
  expect(await broken(item({}))).toBe('checkout_items_subject')
  expect(await broken(item({ bundle_id: owner.id, domain_id: await domain(owner) }))).toBe(
    'checkout_items_subject',
  )
})

test('a domain is refunded once per checkout and reason, and a whole checkout once', async () => {
  const owner = await bundle()
  const checkoutId = await checkout(owner.customerId)
  const domainId = await domain(owner)
  const refund = (more: Row) =>
    insert('refunds', { id: fresh('ref'), checkout_id: checkoutId, reason: 'taken', cents: 1, ...more })
  await refund({ domain_id: domainId })
  await refund({})
  expect(await broken(refund({ domain_id: domainId }))).toBe('refunds_once')
  expect(await broken(refund({}))).toBe('refunds_once')
})

test('a person is asked once for the same thing until it is closed', async () => {
  const item = (more: Row = {}) =>
    insert('work_items', { id: fresh('wrk'), kind: 'dkim_key', subject: 'x.com', instructions: '-', ...more })
  await item({ closed_at: new Date().toISOString() })
  await item()
  expect(await broken(item())).toBe('work_items_open')
})

test('an idempotency key, a Stripe event, a limit and an account of a bulk job stand once', async () => {
  const customerId = await customer()
  const key = { customer_id: customerId, key: 'k', body_hash: 'h' }
  await insert('idempotency_keys', key)
  expect(await broken(insert('idempotency_keys', key))).toBe('idempotency_keys_customer_id_key_pk')
  await insert('stripe_events', { id: 'evt_1', type: 't' })
  expect(await broken(insert('stripe_events', { id: 'evt_1', type: 't' }))).toBe('stripe_events_pkey')
  await insert('vendor_limits', { key: 'k', tat: 1 })
  expect(await broken(insert('vendor_limits', { key: 'k', tat: 1 }))).toBe('vendor_limits_pkey')
  const turn = { key: 'k', purpose: 'paid', customer_id: customerId, taken: 0, expires_at: 0 }
  await insert('vendor_limit_turns', turn)
  expect(await broken(insert('vendor_limit_turns', turn))).toBe(
    'vendor_limit_turns_key_purpose_customer_id_pk',
  )
  const jobId = fresh('blk')
  await insert('bulk_jobs', { id: jobId, customer_id: customerId, tool: 'instantly', operation: 'update' })
  await insert('bulk_job_accounts', { job_id: jobId, account: 'a', position: 1 })
  expect(await broken(insert('bulk_job_accounts', { job_id: jobId, account: 'a', position: 2 }))).toBe(
    'bulk_job_accounts_job_id_account_pk',
  )
})

test('a mail with the same key is stored once', async () => {
  const mail = () =>
    insert('outbox', {
      id: fresh('mai'),
      dedupe_key: 'same',
      message_id: '<x>',
      recipient: 'a@b.test',
      subject: 's',
      body: 'b',
    })
  await mail()
  expect(await broken(mail())).toBe('outbox_dedupe_key')
})

test.each([
  ['orders_plan', (owner: Owner) => order(owner.customerId, { plan: 'gold' })],
  ['orders_status', (owner: Owner) => order(owner.customerId, { status: 'odd' })],
  ['domains_platform', (owner: Owner) => domain(owner, { platform: 'aws' })],
  ['domains_source', (owner: Owner) => domain(owner, { source: 'found' })],
  ['domains_want', (owner: Owner) => domain(owner, { want: 'fly' })],
  ['domains_status', (owner: Owner) => domain(owner, { status: 'Done' })],
  ['mailboxes_want', (owner: Owner) => mailbox(owner, { want: 'odd' })],
  ['checkouts_kind', (owner: Owner) => checkout(owner.customerId, { kind: 'gift' })],
  ['checkouts_status', (owner: Owner) => checkout(owner.customerId, { status: 'odd' })],
] as [string, (owner: Owner) => Promise<unknown>][])(
  '%s allows only the words there are',
  async (constraint, make) => {
    expect(await broken(make(await bundle()))).toBe(constraint)
  },
)

test('rows that others point to cannot vanish, and nothing points to what is not there', async () => {
  const owner = await bundle()
  expect(await broken(db.execute(sql`delete from orders where id = ${owner.orderId}`))).toMatch(/_fk$/)
  expect(await broken(domain({ id: 'bun_nowhere', customerId: owner.customerId }))).toMatch(
    /^domains_bundle_id.*_fk$/,
  )
})

test('every change of a row raises its rev, in every transaction', async () => {
  const id = await domain(await bundle())
  await db.execute(sql`update domains set status = 'done', rev = 0 where id = ${id}`)
  await db.execute(sql`update domains set status = 'error' where id = ${id}`)
  const { rows } = await db.execute<{ rev: number }>(sql`select rev from domains where id = ${id}`)
  expect(rows[0]?.rev).toBe(2)
})

test('what happened cannot be rewritten', async () => {
  await insert('audit_log', { actor: 'operator', action: 'a' })
  expect(await broken(db.execute(sql`update audit_log set action = 'b'`))).toBe('23001')
  const owner = await bundle()
  await insert('domain_events', {
    customer_id: owner.customerId,
    domain_id: await domain(owner),
    name: 'x.com',
    kind: 'k',
    sentence: 's',
  })
  expect(await broken(db.execute(sql`update domain_events set sentence = 'b'`))).toBe('23001')
})
