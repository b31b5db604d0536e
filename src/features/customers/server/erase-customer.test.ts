import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { bundles, checkouts, checksLooks, customers, domains, mailboxes } from '#base/db/schema/index.ts'
import { syncBilling } from '#features/billing/server/sync-billing.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { staysAfterErasing } from '../rules/stays-after-erasing.ts'
import { eraseWhoIsDue } from './erase-customer.ts'
import { readEverythingAbout } from './export-customer.ts'

const world = await createTestWorld()
const { deps, customer, sandbox, visitor } = world
const { db, pool } = deps
const { paidOrder } = manageOrders(world)
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)
const folder = mkdtempSync(join(tmpdir(), 'inboxyard-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Columns that may hold something personal: nothing of it is left after erasing. */
const erased: Record<string, string[]> = {
  account_alerts: ['data'],
  audit_log: ['actor', 'action', 'subject', 'data', 'address', 'session_id'],
  bulk_fetch_accounts: ['account', 'data'],
  bulk_fetches: ['proof', 'accounts', 'domains', 'narrowing', 'credentials', 'message'],
  bulk_job_accounts: ['account', 'data', 'before', 'reason'],
  bulk_jobs: ['operation', 'settings', 'credentials', 'problem'],
  bundles: ['company_name', 'profile_picture_link', 'cancel_reason', 'reinstate_wish'],
  checkouts: ['quote', 'params', 'url', 'promotion_code', 'lost'],
  connect_links: ['link_hash', 'pass_hash'],
  customers: ['email', 'name'],
  domain_events: ['name', 'kind', 'sentence', 'data'],
  domain_health: ['memory', 'signals', 'notes', 'bad'],
  health_decisions: ['before', 'inputs', 'doubted', 'after'],
  health_looks: ['seen'],
  domain_names: ['facts', 'listed', 'problem'],
  domains: ['status_note', 'changing', 'forwarding_url'],
  fleet_import_rows: [
    'email',
    'customer',
    'domain',
    'order_name',
    'started',
    'subscription',
    'people',
    'forwarding',
    'hosted',
    'seen',
    'findings',
  ],
  helper_credentials: ['secrets'],
  customer_notes: ['text'],
  customer_views: ['token_hash'],
  idempotency_keys: ['key', 'body_hash', 'answer'],
  kept_records: ['name', 'records', 'dropped'],
  mailbox_links: ['external_id', 'connection_reason', 'sign_in_session', 'sign_in_token'],
  mailboxes: ['local_part', 'secret', 'host_name', 'external_id'],
  orders: ['company_name', 'forwarding_url', 'profile_picture_link', 'fingerprint'],
  outbox: ['dedupe_key', 'message_id', 'subject', 'body', 'attachments', 'problem', 'about', 'opens'],
  personas: ['first_name', 'last_name'],
  passkey_challenges: ['bound_to', 'challenge'],
  passkeys: ['credential_id', 'public_key', 'name'],
  recovery_codes: ['code_hash'],
  refunds: ['reason'],
  refresh_families: ['current_hash', 'previous_hash', 'network_hash', 'address', 'device', 'ended_because'],
  second_factors: ['secret'],
  sessions: ['token_hash'],
  sign_in_pictures: ['png'],
  staff_steps: ['token_hash'],
  stripe_events: ['type', 'data'],
  subscriptions: ['open_invoice'],
  tool_connections: ['details', 'secrets', 'problem'],
  users: ['email', 'name', 'password_hash', 'password_hash_before_reset'],
  work_items: ['kind', 'subject', 'instructions', 'answer'],
}

const ids = 'ids of ours, which say nothing about a person'
const words = 'a word out of a fixed list'
const atStripe = 'an id at Stripe, where the books lead to; its owner is erased there by Stripe'
const operators = 'the operator’s own, about no customer'
/** Every other column, and why it may stay. */
const kept: Record<string, Record<string, string>> = {
  account_listings: { subject: ids, kind: words },
  fleet_import_accounts: { import_id: ids, account_id: ids, problem: operators },
  fleet_import_rows: { import_id: ids, plan: words, tool: words, verdict: words },
  fleet_imports: { id: ids, file_name: operators, made_by: operators, state: words, problem: operators },
  draft_zones: {
    customer_id: ids,
    name: 'goes with its zone within days',
    state: words,
    name_servers: 'as its name',
  },
  domain_moves: { id: ids, account_id: ids, user_id: ids, state: words },
  domain_move_rows: { move_id: ids, domain_id: ids, outcome: words, why: operators },
  brand_pictures: { hash: operators, type: words, bytes: operators },
  release_files: { name: 'a file of ours', bytes: 'a file of ours' },
  payment_accounts: { mark: 'an object of the operator’s account' },
  brand_versions: { user_id: ids, made_by: operators, values: operators },
  price_versions: { user_id: ids, made_by: operators, values: operators },
  bulk_fetch_accounts: { fetch_id: ids },
  bulk_fetches: { id: ids, customer_id: ids, tool: words, status: words, pace: operators },
  bulk_job_accounts: { job_id: ids, outcome: words },
  bulk_jobs: { id: ids, customer_id: ids, tool: words, status: words, access: words, phase: words },
  bundles: {
    id: ids,
    order_id: ids,
    customer_id: ids,
    connection_id: ids,
    plan: words,
    status: words,
    hold: words,
    subscription_id: atStripe,
  },
  checkout_items: { id: ids, checkout_id: ids, bundle_id: ids, domain_id: ids },
  checkouts: {
    id: ids,
    customer_id: ids,
    order_id: ids,
    kind: words,
    status: words,
    attempt_key: 'an idempotency key of ours',
    fingerprint: 'a hash of ids and amounts',
    session_id: atStripe,
    payment_intent_id: atStripe,
    subscription_id: atStripe,
  },
  card_tries: {
    charge_id: atStripe,
    customer_id: ids,
    invoice_id: atStripe,
    card_id: atStripe,
    refusal: 'a decline code',
  },
  charge_returns: { stripe_id: atStripe, charge_id: atStripe, kind: words, outcome: words },
  charges: { stripe_id: atStripe, customer_id: ids, payment_intent_id: atStripe, state: words },
  costs: { id: ids, kind: words, subject: 'a TLD or a platform' },
  invoice_lines: { invoice_id: atStripe, plan: words },
  invoices: {
    stripe_id: atStripe,
    customer_id: ids,
    subscription_id: atStripe,
    payment_intent_id: atStripe,
    kind: words,
    status: words,
  },
  customer_notes: { id: ids, customer_id: ids, user_id: ids },
  customer_prices: {
    customer_id: ids,
    plan: words,
    user_id: ids,
    made_by: 'a colleague’s name, as it is in the log',
  },
  customer_views: { id: ids, customer_id: ids, staff_session_id: ids },
  customers: { id: ids, stripe_customer_id: atStripe, health_mode: words, health_mail: words },
  audit_log: { customer_id: ids, user_id: ids },
  disputes: {
    stripe_id: atStripe,
    subscription_id: atStripe,
    checkout_id: ids,
    payment_intent_id: atStripe,
    outcome: words,
  },
  domain_events: { customer_id: ids, domain_id: ids },
  domain_health: { domain_id: ids, customer_id: ids, state: words, cause: words },
  health_acts: {
    id: ids,
    domain_id: ids,
    customer_id: ids,
    state: words,
    cause: words,
    why: 'what was seen of the domain',
    by: words,
  },
  health_days: { domain_id: ids, verdicts: words },
  dmarc_days: { domain_id: ids, reporter: words, reports: 'digests of numbers that receivers give' },
  refused_reports: { sender: 'which mail server says that it wrote a report', reason: words },
  failed_deliveries: {
    domain_id: ids,
    mark: 'a digest of an id that is kept nowhere',
    receiver: 'whose server refused it, which goes with the row',
    code: words,
  },
  health_decisions: { domain_id: ids, from: words, to: words, cause: words },
  health_incidents: { source: operators },
  health_looks: { domain_id: ids },
  health_mails: { reader: ids, customer_id: ids },
  account_alerts: {
    account_id: operators,
    alert_id: operators,
    type: 'what kind of alert it is, in the host’s words',
    source: 'which part of the host raised it',
    kind: 'the host’s name for the form of the detail',
    address: 'finds the row, which goes with it',
  },
  alert_watches: { account_id: operators, problem: operators, refused_code: operators },
  postmaster_sign_ins: { id: operators, credentials: operators },
  dns_accounts: {
    id: operators,
    label: operators,
    credentials: operators,
    external_id: operators,
    state: operators,
    probe_problem: operators,
  },
  domain_names: {
    dns_account_id: ids,
    name: 'a public name, registered for the operator; the next customer who orders it needs to be told what it was',
    registration: words,
    provider_account_id: ids,
    lease_token: 'of a worker, for seconds',
    step: words,
  },
  domains: {
    id: ids,
    customer_id: ids,
    bundle_id: ids,
    report_token: 'a random word that DNS shows',
    name: 'a public name, which the books have on an invoice',
    platform: words,
    source: words,
    want: words,
    status: words,
    replaces_id: ids,
  },
  helper_credentials: { id: ids, customer_id: ids, tool: words },
  idempotency_keys: { customer_id: ids },
  kept_records: { customer_id: ids },
  checks_looks: { looked_by: operators, findings: 'goes as a whole when anybody is erased, see below' },
  connect_links: {
    id: ids,
    connection_id: ids,
    account_id: ids,
    customer_id: ids,
    domain_id: ids,
    staff_session_id: ids,
  },
  mailbox_links: {
    mailbox_id: ids,
    connection_id: ids,
    want: words,
    connection: words,
    connection_cause: words,
    sign_in_by: words,
    sign_in_from: words,
    before_pause: 'switches and a number',
    rest: 'two numbers and a switch',
  },
  memberships: { customer_id: ids, user_id: ids, role: words },
  mailboxes: {
    id: ids,
    customer_id: ids,
    domain_id: ids,
    name: 'the domain’s public name',
    persona_id: ids,
    counts_for_id: ids,
    want: words,
    host_state: words,
  },
  order_changes: { order_id: ids, customer_id: ids },
  order_list_numbers: { customer_id: ids },
  orders: { id: ids, customer_id: ids, plan: words, status: words },
  outbox: {
    id: ids,
    recipient: 'finds the row, which goes with it',
    refused_as: 'the stage and the code of a refusal',
  },
  personas: { id: ids, customer_id: ids, bundle_id: ids },
  placement_probes: {
    domain_id: ids,
    seed_id: operators,
    at: words,
    mailbox_id: ids,
    token: 'a random word',
    outcome: words,
  },
  probe_mailboxes: { id: operators, vendor: words, address: operators, credentials: operators },
  provider_accounts: {
    host_limit_by: operators,
    probe_problem: operators,
    id: operators,
    vendor: operators,
    label: operators,
    credentials: operators,
    state: operators,
  },
  refresh_families: { id: ids, customer_id: ids, user_id: ids },
  refunds: {
    id: ids,
    checkout_id: ids,
    invoice_id: atStripe,
    domain_id: ids,
    stripe_refund_id: atStripe,
    outcome: words,
    cause: words,
    failure: 'why a refund did not arrive, in the payment provider’s word',
  },
  sessions: { customer_id: ids, user_id: ids, family_id: ids },
  sign_in_pictures: { mailbox_id: ids, connection_id: ids },
  passkey_challenges: { user_id: ids, purpose: words },
  passkeys: { id: ids, user_id: ids, transports: words },
  recovery_codes: { user_id: ids },
  second_factors: { id: ids, user_id: ids },
  mail_relay: { id: operators, refused_as: operators },
  settings: { key: operators, value: operators },
  staff_sessions: {
    id: operators,
    token_hash: operators,
    user_id: operators,
    address: operators,
    network_hash: operators,
    device: operators,
  },
  staff_steps: { user_id: ids, kind: words },
  stripe_events: { id: atStripe, object_id: 'finds the row, which goes with it' },
  users: { id: ids, staff_role: operators, health_mail: words },
  vendor_hours: { vendor: operators },
  worker_rounds: { what: operators, problem: operators },
  subscriptions: {
    stripe_id: atStripe,
    customer_id: ids,
    status: words,
    billing_lease: 'of a worker, for seconds',
    charge_asked: ids,
  },
  tool_connections: { id: ids, customer_id: ids, kind: words, state: words },
  vendor_limits: {
    key: 'holds an id or a hash of an address: rows with someone’s id go, see below',
    doubted: 'the wait that a vendor asked for',
  },
  vendor_limit_turns: { key: 'names an account at a vendor', purpose: words, customer_id: ids },
  work_items: { id: ids, customer_id: ids },
}

const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(`
  select table_name as table, column_name as column, data_type as type from information_schema.columns
  where table_schema = current_schema() and data_type in ('text', 'jsonb', 'bytea', 'uuid', 'ARRAY', 'json', 'character varying')
  order by 1, 2`)

test('every column that holds text is either erased or kept with a reason', () => {
  const known = (table: string, column: string) =>
    [erased[table]?.includes(column), kept[table]?.[column] !== undefined].filter(Boolean).length
  const inNoList = columns.filter(({ table, column }) => known(table, column) !== 1)
  expect(inNoList.map(({ table, column }) => `${table}.${column}`)).toEqual([])
  const there = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  const listed = [
    ...Object.entries(erased).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
    ...Object.entries(kept).flatMap(([table, names]) => Object.keys(names).map((name) => `${table}.${name}`)),
  ]
  expect(listed.filter((name) => !there.has(name))).toEqual([])
})

const word = 'zanzibarine'
const other = 'quicksilvery'

/** Someone with at least one row in every table that is about customers, and the word in every erased column. */
async function plant(planted: string) {
  const person = await customer()
  const { id, email } = person
  const order = await createPaidOrder(deps, { customerId: id, mailboxesPerDomain: 2 })
  const domain = order.domains[0] as { id: string; name: string }
  const [mailbox] = await db.select().from(mailboxes).where(eq(mailboxes.domainId, domain.id))
  const inserts = [
    sql`insert into customer_notes (id, customer_id, user_id, text) values (${`cno_${id}`}, ${id}, 'usr_staff', 'knows Ada')`,
    sql`insert into staff_sessions (id, token_hash, user_id, address, network_hash, device, expires_at)
      select ${`sts_${id}`}, sha256(${id}::bytea), user_id, '', '', '', now() from memberships where customer_id = ${id}`,
    sql`insert into customer_views (id, token_hash, customer_id, staff_session_id, expires_at)
      values (${`cvw_${id}`}, sha256(${id}::bytea), ${id}, ${`sts_${id}`}, now())`,
    sql`insert into helper_credentials (id, customer_id, tool, secrets, expires_at) values (${`hlp_${id}`}, ${id}, 'instantly', '', now())`,
    sql`insert into staff_steps (token_hash, user_id, kind, expires_at)
      select sha256(${id}::bytea), id, 'reset', now() from users where email = ${email}`,
    sql`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
      select ${`psk_${id}`}, id, ${id}, '', 0, '{}', 'Laptop' from users where email = ${email}`,
    sql`insert into passkey_challenges (bound_to, purpose, user_id, challenge, expires_at)
      select ${id}, 'add', id, 'challenge', now() from users where email = ${email}`,
    sql`insert into second_factors (id, user_id, secret) select ${`fac_${id}`}, id, '' from users where email = ${email}`,
    sql`insert into recovery_codes (user_id, code_hash) select id, '' from users where email = ${email}`,
    sql`insert into domain_events (customer_id, domain_id, name, kind, sentence) values (${id}, ${domain.id}, '', '', '')`,
    sql`insert into provider_accounts (id, vendor, label, credentials, capacity_domains, capacity_mailboxes, capacity_daily_recipients)
      values (${`acc_${id}`}, 'microsoft', ${`acc_${id}`}, '', 1, 1, 1)`,
    sql`insert into account_alerts (account_id, alert_id, type, source, kind, address, data, at, changed_at, is_closed)
      select ${`acc_${id}`}, ${id}, '', '', '', local_part || '@' || name, '', now(), now(), false from mailboxes where id = ${mailbox?.id}`,
    sql`insert into domain_moves (id, account_id, user_id) values (${`mov_${id}`}, ${`acc_${id}`}, '')`,
    sql`insert into domain_move_rows (move_id, domain_id, place) values (${`mov_${id}`}, ${domain.id}, 0)`,
    sql`insert into domain_health (domain_id, customer_id) values (${domain.id}, ${id})`,
    sql`insert into health_acts (id, domain_id, customer_id, state, asked_since, why)
      values (${`act_${id}`}, ${domain.id}, ${id}, 'suggested', now(), 'Listed.')`,
    sql`insert into health_mails (reader, customer_id, digest_day) values (${id}, ${id}, now())`,
    sql`insert into health_looks (domain_id, seen) values (${domain.id}, '[]')`,
    sql`insert into health_days (domain_id, day, state, score, coverage, verdicts) values (${domain.id}, now(), 0, 0, 0, '')`,
    sql`insert into dmarc_days (domain_id, day, reporter, ours, ours_passed, forwarded, "foreign", hijacked, reports)
      values (${domain.id}, now(), 'google', 1, 1, 0, 0, 0, '{}')`,
    sql`insert into failed_deliveries (domain_id, mark, receiver, at) values (${domain.id}, '', '', now())`,
    sql`insert into health_decisions (domain_id, at, before, inputs, after, "from", "to", score, share)
      values (${domain.id}, now(), '{}', '{}', '{}', 'unknown', 'watch', 0, 0)`,
    sql`insert into mailbox_links (mailbox_id, connection_id) values (${mailbox?.id}, ${order.connectionId}) on conflict do nothing`,
    sql`insert into sign_in_pictures (mailbox_id, connection_id, png) values (${mailbox?.id}, ${order.connectionId}, '')`,
    sql`insert into kept_records (customer_id, name, records) values (${id}, ${`${id}.test`}, '[]')`,
    sql`insert into draft_zones (customer_id, name) values (${id}, ${`${id}.test`})`,
    sql`insert into connect_links (id, customer_id, domain_id, expires_at) values (${`lnk_${id}`}, ${id}, ${domain.id}, now())`,
    sql`insert into bulk_fetches (id, customer_id, tool, proof, accounts) values (${`bft_${id}`}, ${id}, 'instantly', '', '[]')`,
    sql`insert into bulk_fetch_accounts (fetch_id, position, account, data) values (${`bft_${id}`}, 0, '', '{}')`,
    sql`insert into bulk_jobs (id, customer_id, tool, operation) values (${`blk_${id}`}, ${id}, 'instantly', '')`,
    sql`insert into bulk_job_accounts (job_id, account, position) values (${`blk_${id}`}, '', 0)`,
    sql`insert into idempotency_keys (customer_id, key, body_hash) values (${id}, '', '')`,
    sql`insert into outbox (id, dedupe_key, message_id, recipient, subject, body) values (${`mai_${id}`}, ${id}, '', ${email}, '', '')`,
    sql`insert into vendor_limits (key, tat) values (${`search:${id}`}, 0)`,
    sql`insert into vendor_limit_turns (key, purpose, customer_id, taken, expires_at) values ('', '', ${id}, 0, 0)`,
    sql`insert into work_items (id, kind, subject, customer_id, instructions) values (${`wrk_${id}`}, '', ${id}, ${id}, '')`,
    sql`insert into checkouts (id, customer_id, kind, order_id, quote, amount_cents, params, attempt_key, fingerprint, session_id, status, expires_at)
      values (${`chk_${id}`}, ${id}, 'order', ${order.orderId}, '{}', 100, '{}', '', '', ${`cs_${id}`}, 'paid', now())`,
    sql`insert into refunds (id, checkout_id, domain_id, reason, cents) values (${`ref_${id}`}, ${`chk_${id}`}, null, 'a', 1),
      (${`re2_${id}`}, ${`chk_${id}`}, null, 'b', 1)`,
    sql`insert into stripe_events (id, type, object_id) values (${`evt_${id}`}, '', ${`cs_${id}`})`,
    sql`insert into audit_log (customer_id, actor, action) values (${id}, '', '')`,
    sql`insert into fleet_imports (id, file_name, made_by) values (${`imp_${id}`}, 'fleet.csv', 'Grace')`,
    sql`insert into fleet_import_rows (import_id, line, email, customer, domain, plan, order_name, started, people, forwarding, tool)
      values (${`imp_${id}`}, 2, ${email}, '', '', 'azure', '', '', '[]', '', 'other')`,
    sql`insert into subscriptions (stripe_id, customer_id, status) values (${`sub_${id}`}, ${id}, 'active')`,
  ]
  for (const insert of inserts) await db.execute(insert)
  const before = await readEverythingAbout(db, { id, email })
  await db.transaction(async (tx) => {
    // Past the triggers, one of which keeps what happened from being rewritten.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const [table, names] of Object.entries(erased)) {
      expect(before[table]?.length, `rows of ${table}`).toBeGreaterThan(0)
      for (const column of names) {
        // By its address the person is found.
        if (column === 'email' && (table === 'customers' || table === 'fleet_import_rows')) continue
        const type = columns.find((c) => c.table === table && c.column === column)?.type
        const value =
          type === 'jsonb'
            ? sql`jsonb_build_object('at', ${planted}::text)`
            : type === 'bytea'
              ? sql`convert_to(${planted} || t.ctid, 'utf8')`
              : type === 'ARRAY'
                ? sql`array[${planted} || t.ctid]`
                : sql`${planted} || t.ctid`
        await tx.execute(
          sql`update ${sql.identifier(table)} t set ${sql.identifier(column)} = ${value} where ${whose(table, { id, domain: domain.name })}`,
        )
      }
    }
  })
  return { ...person, order }
}

/** Which rows the word is planted in: the person's own, found without the code under test. */
function whose(table: string, { id, domain }: { id: string; domain: string }) {
  const by: Record<string, ReturnType<typeof sql>> = {
    account_alerts: sql`t.alert_id = ${id}`,
    customers: sql`t.id = ${id}`,
    bulk_fetch_accounts: sql`t.fetch_id = ${`bft_${id}`}`,
    bulk_job_accounts: sql`t.job_id = ${`blk_${id}`}`,
    domain_names: sql`t.name = ${domain}`,
    fleet_import_rows: sql`t.import_id = ${`imp_${id}`}`,
    health_decisions: sql`t.domain_id in (select id from domains where customer_id = ${id})`,
    health_looks: sql`t.domain_id in (select id from domains where customer_id = ${id})`,
    mailbox_links: sql`t.mailbox_id in (select id from mailboxes where customer_id = ${id})`,
    outbox: sql`t.id = ${`mai_${id}`}`,
    passkey_challenges: sql`t.user_id in (select user_id from memberships where customer_id = ${id})`,
    passkeys: sql`t.user_id in (select user_id from memberships where customer_id = ${id})`,
    recovery_codes: sql`t.user_id in (select user_id from memberships where customer_id = ${id})`,
    refunds: sql`t.checkout_id = ${`chk_${id}`}`,
    second_factors: sql`t.user_id in (select user_id from memberships where customer_id = ${id})`,
    staff_steps: sql`t.user_id in (select user_id from memberships where customer_id = ${id})`,
    sign_in_pictures: sql`t.mailbox_id in (select id from mailboxes where customer_id = ${id})`,
    stripe_events: sql`t.id = ${`evt_${id}`}`,
    users: sql`t.id in (select user_id from memberships where customer_id = ${id})`,
  }
  return by[table] ?? sql`t.customer_id = ${id}`
}

/** Tables in which a word is found, in any column, as text or in bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of new Set(columns.map((column) => column.table))) {
    const { rows } = await pool.query(
      `select 1 from ${table} t where to_jsonb(t)::text ilike $1 or to_jsonb(t)::text like $2 limit 1`,
      [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`],
    )
    if (rows.length > 0) found.push(table)
  }
  return found
}

const letGo = (customerId: string) =>
  db.execute(sql`with gone as (update bundles set status = 'cancelled' where customer_id = ${customerId})
    update domains set want = 'retire', released_at = now() where customer_id = ${customerId}`)

describe('erasing someone', () => {
  test('leaves nothing of them in any table, and everything of everybody else', async () => {
    const person = await plant(word)
    const stranger = await plant(other)
    await letGo(person.id)
    expect(await tablesWith(word)).toEqual(Object.keys(erased).toSorted())
    const finding = {
      what: 'Closed accounts',
      ok: false,
      reason: `${person.email} is closed and has 1 live order`,
    }
    await db
      .insert(checksLooks)
      .values({ id: 1, lookedAt: new Date(), lookedBy: 'Jane', findings: [finding] })
    const theirs = JSON.stringify(await readEverythingAbout(db, stranger))
    const done = await operator('customer', 'erase', '--email', person.email, '--yes')
    expect(done).toMatchObject({
      exitCode: 0,
      out: [`The personal data of ${person.email} is gone.`, ...staysAfterErasing].join('\n'),
    })
    expect(await tablesWith(word)).toEqual([])
    expect(await tablesWith(person.email)).toEqual([])
    expect(await tablesWith(other)).toEqual(Object.keys(erased).toSorted())
    expect(JSON.stringify(await readEverythingAbout(db, stranger))).toBe(theirs)
    expect((await operator('order', 'list')).out).toContain(person.order.orderId)
    expect(
      (await db.execute(sql`select from vendor_limits where position(${person.id} in key) > 0`)).rowCount,
    ).toBe(0)
  })

  test('takes down first what is still at third parties, and is finished by itself', async () => {
    const person = await customer({ name: 'Very Personal' })
    const order = await createPaidOrder(deps, { customerId: person.id, mailboxesPerDomain: 2 })
    await db.update(bundles).set({ status: 'cancelled' }).where(eq(bundles.id, order.bundleId))
    await db.execute(sql`update domains set want = 'retire', retire_at = now() + interval '30 days'
      where bundle_id = ${order.bundleId}`)
    const asked = await operator('customer', 'erase', '--email', person.email, '--yes')
    expect(asked.out).toContain('2 domains are taken down first')
    const rows = await db.select().from(domains).where(eq(domains.bundleId, order.bundleId))
    for (const { retireAt } of rows) expect(retireAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(await eraseWhoIsDue(db)).toBe(0)
    for (let i = 0; i < 4; i++) for (const { name } of order.domains) await world.reconcile(name)
    expect(await eraseWhoIsDue(db)).toBe(1)
    const [row] = await db.select().from(customers).where(eq(customers.id, person.id))
    expect(row).toMatchObject({ name: 'Erased customer', eraseDueAt: null })
    expect(await tablesWith('Very Personal')).toEqual([])
    expect(await eraseWhoIsDue(db)).toBe(0)
  })
})

test('an export has every row about someone, of nobody else, without what opens anything', async () => {
  const person = await plant('exportable')
  const stranger = await plant('strangerly')
  await db.execute(sql`update personas set first_name = '=1+1' where customer_id = ${person.id}`)
  await db.execute(sql`insert into account_alerts
      (account_id, alert_id, type, source, kind, address, data, at, changed_at, is_closed)
    select ${`acc_${person.id}`}, 'before', '', '', '', 'x@' || name, 'of a strangerly holder before',
      created_at - interval '1 day', now(), false from domains where customer_id = ${person.id} limit 1`)
  const directory = join(folder, 'person')
  const told = await operator('customer', 'export', '--email', person.email, '--to', directory)
  expect(told.out).toMatch(/^\d+ rows about .* in \d+ files in /)
  const text = readFileSync(join(directory, 'everything.json'), 'utf8')
  const everything = JSON.parse(text) as Record<string, Record<string, unknown>[]>
  for (const table of Object.keys(erased)) expect(everything[table]?.length, table).toBeGreaterThan(0)
  expect(everything.customers).toMatchObject([{ id: person.id, email: person.email }])
  expect(everything.mailboxes).toHaveLength(4)
  expect(text).not.toContain(stranger.id)
  expect(text).not.toContain('strangerly')
  const opens = [
    'password_hash',
    'token_hash',
    'current_hash',
    'secret',
    'secrets',
    'credentials',
    'attachments',
  ]
  for (const rows of Object.values(everything))
    for (const row of rows) for (const name of opens) expect(Object.keys(row)).not.toContain(name)
  expect(readFileSync(join(directory, 'personas.csv'), 'utf8')).toContain("'=1+1")
  expect(readFileSync(join(directory, 'mailboxes.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(5)
  expect(statSync(join(directory, 'everything.json')).mode & 0o777).toBe(0o600)
  expect((await operator('customer', 'export', '--email', person.email, '--to', directory)).err).toContain(
    'is not empty',
  )
})

describe('closing an account', () => {
  test('cancels everything, ends billing and sign-in, and erases a month later', async () => {
    const person = await customer({ name: 'Grace Hopperling' })
    const orders = [await paidOrder({}, true, person), await paidOrder({}, false, person)]
    const billed = await db
      .selectDistinct({ id: bundles.subscriptionId })
      .from(bundles)
      .where(eq(bundles.customerId, person.id))
    expect(billed).toHaveLength(2)
    expect(await operator('customer', 'close', '--email', person.email)).toMatchObject({ exitCode: 2 })

    const closed = await operator('customer', 'close', '--email', person.email, '--yes')
    expect(closed.out).toContain('2 orders cancelled')
    expect((await person.get('/api/auth/check')).body.authenticated).toBe(false)
    const { email, password } = person
    expect((await visitor().post('/api/auth/login', { email, password })).status).toBe(403)
    const after = await db.select().from(bundles).where(eq(bundles.customerId, person.id))
    expect(after.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    for (const { id } of billed) {
      await syncBilling(deps, id as string)
      expect(await deps.vendors.payments.readSubscription(id as string)).toMatchObject({ status: 'ended' })
    }
    const { rows: mails } = await db.execute<{ subject: string; body: string }>(
      sql`select subject, body from outbox where recipient = ${email}`,
    )
    expect(mails).toContainEqual(expect.objectContaining({ subject: 'Your account is closed' }))
    expect((await operator('customer', 'list')).out).toMatch(
      new RegExp(`${email}.*closed, erased from \\d{4}-`),
    )
    expect((await operator('customer', 'enable', '--email', email)).err).toContain('customer reopen')

    await db.execute(sql`update domains set retire_at = now() where customer_id = ${person.id}`)
    for (let i = 0; i < 4; i++)
      for (const { names } of orders) for (const name of names) await world.reconcile(name)
    expect(await eraseWhoIsDue(db)).toBe(0)
    await db.execute(
      sql`update customers set erase_due_at = erase_due_at - interval '31 days' where id = ${person.id}`,
    )
    expect(await eraseWhoIsDue(db)).toBe(1)
    expect(await tablesWith('Hopperling')).toEqual([])
  })

  test.each([
    ['that is open', false],
    ['whose address never arrived here', true],
  ])('ends a payment page %s, at the payment provider: nobody can pay on it any more', async (_, isLost) => {
    const person = await customer()
    const draft = completeDraft()
    const body = checkoutFor(person, draft, await takeOrder(person, draft))
    if (isLost)
      sandbox.faults.add({
        kind: 'lost_answer',
        vendor: 'stripe',
        method: 'POST',
        path: '/v1/checkout/sessions',
      })
    const opened = await person.post('/api/payments/create-checkout-session', body)
    expect(opened.status).toBe(isLost ? 502 : 200)
    const [checkout] = await db.select().from(checkouts).where(eq(checkouts.customerId, person.id))
    const session = await deps.vendors.payments.findCheckout({
      customerExternalId: (checkout?.params as { customer?: string } | undefined)?.customer ?? '',
      reference: checkout?.id ?? '',
    })
    expect(session).toMatchObject({ status: 'open' })

    await operator('customer', 'close', '--email', person.email, '--yes')
    await press(world, session?.url as string, 'pay')
    expect(await deps.vendors.payments.readCheckout(session?.sessionId as string)).toMatchObject({
      status: 'expired',
      paid: false,
    })
    const [after] = await db.select().from(checkouts).where(eq(checkouts.customerId, person.id))
    expect(after?.status).toBe('expired')
    const held = await db
      .select({ releasedAt: domains.releasedAt })
      .from(domains)
      .where(eq(domains.customerId, person.id))
    expect(held.map(({ releasedAt }) => releasedAt)).not.toContain(null)
  })

  test.each([
    ['suspended', 'suspended', 403],
    ['disabled', 'open', 200],
  ])('is undone for someone %s before, who is %s then, and it says so', async (before, after, status) => {
    const { email, password } = await customer()
    await operator('customer', before === 'suspended' ? 'suspend' : 'disable', '--email', email)
    await operator('customer', 'close', '--email', email, '--yes')
    const { out } = await operator('customer', 'reopen', '--email', email)
    expect((await visitor().post('/api/auth/login', { email, password })).status).toBe(status)
    expect(out.includes('can sign in again')).toBe(status === 200)
    expect(out.includes(`still ${before}`)).toBe(status !== 200)
    expect(out.includes(`customer enable --email ${email}`)).toBe(status !== 200)
    expect((await operator('customer', 'status', '--email', email)).out).toContain(`is ${after}.`)
    await operator('customer', 'enable', '--email', email)
    expect((await visitor().post('/api/auth/login', { email, password })).status).toBe(200)
  })

  test('is told by doctor and the list while something of a closed account is live or billed, and mended again', async () => {
    const person = await customer()
    const { email } = person
    await paidOrder({}, false, person)
    await db
      .update(customers)
      .set({ eraseDueAt: new Date(Date.now() + 86_400_000) })
      .where(eq(customers.email, email))
    const line = async () =>
      (await operator('customer', 'list')).out.split('\n').find((each) => each.startsWith(email))
    const wrong = (await operator('doctor')).out
    expect(wrong).toContain(`${email} is closed and has 1 live order and 1 billed subscription`)
    expect(wrong).toContain(`customer close --email ${email} --yes`)
    expect(await line()).toContain('TO MEND')
    await operator('customer', 'close', '--email', email, '--yes')
    const [bundle] = await db.select().from(bundles).where(eq(bundles.customerId, person.id))
    await syncBilling(deps, bundle?.subscriptionId as string)
    expect((await operator('doctor')).out).not.toContain(`${email} is closed and has`)
    expect(await line()).not.toContain('TO MEND')
  })

  test('is undone by reopening until the data is gone', async () => {
    const { email, password } = await customer()
    await operator('customer', 'close', '--email', email, '--yes')
    expect((await operator('customer', 'reopen', '--email', email)).exitCode).toBe(0)
    expect((await visitor().post('/api/auth/login', { email, password })).status).toBe(200)
    expect((await operator('customer', 'reopen', '--email', email)).err).toBe(`${email} is not closed.`)
    await db.execute(sql`update customers set erase_due_at = now() - interval '1 day' where email = ${email}`)
    await eraseWhoIsDue(db)
    expect((await operator('customer', 'reopen', '--email', email)).exitCode).toBe(1)
  })
})
