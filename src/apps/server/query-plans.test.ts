import { expect, test } from 'vitest'
import { placeOf } from '#base/db/sealed-columns.ts'
import { dueMails } from '#base/mail/deliver-mail.ts'
import { claimListing } from '#delivery/provisioning/drift/claim-listing.ts'
import { takeLease } from '#delivery/provisioning/lease.ts'
import { othersAtLimit } from '#delivery/provisioning/others-at-limit.ts'
import { findPlace } from '#delivery/provisioning/placement.ts'
import { readDesired } from '#delivery/provisioning/read-desired.ts'
import { holdingsWithoutPlace } from '#delivery/provisioning/room.ts'
import { wakeDueNames } from '#delivery/provisioning/sweep.ts'
import { closeWorkItem } from '#delivery/provisioning/work-items.ts'
import { listWaiting } from '#delivery/sending/connect/claim-sign-in.ts'
import { dueBilling } from '#features/billing/server/sync-billing.ts'
import { claimAccounts, isAnyLeft } from '#features/bulk-update/server/claimed-accounts.ts'
import { sweepBulkJobs } from '#features/bulk-update/server/sweep-bulk-jobs.ts'
import { claimCanary, claimProbes, skipMissed } from '#features/health/server/placement/claim-probes.ts'
import { claimReads } from '#features/health/server/placement/read-probes.ts'
import { countProbes } from '#features/health/server/signals/placement-source.ts'
import { bookEvents } from '#features/money/server/books/book-events.ts'
import { readForecast } from '#features/money/server/read-forecast.ts'
import { readPayments } from '#features/money/server/read-payments.ts'
import { readRecurring } from '#features/money/server/read-recurring.ts'
import { readInView } from '#features/orders/server/read-in-view.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { storeEvent } from '#features/payments/server/stripe-webhook.ts'
import { sweepPayments, wakeWaitingEvents } from '#features/payments/server/sweep-payments.ts'
import { payOwedRefunds } from '#features/refunds/server/pay-refunds.ts'
import { sweepLateReplacements } from '#features/replacement/server/sweep-late-replacements.ts'
import { findDkim, listDkim } from '#features/work/server/console/dkim-domains.ts'
import { listWork } from '#features/work/server/console/list-work.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { recordStatements } from '#tests/server/sent-statements.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { planReader } from '#tests/server/tables-scanned.ts'
import { testPassword } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { demoProbeMailboxes } from '#vendors/sandbox/hosted-mail/demo.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db, pool, queue } = deps
const statementsOf = recordStatements()

/** One agency among a hundred of its size, each with what years leave behind. */
const people = [...'abcdefghij'].map((letter): [string, string] => [`Jane${letter}`, 'Doe'])
const agency = await customer()
for (let n = 0; n < 50; n++) await createPaidOrder(deps, { customerId: agency.id, people })
// All of it goes to one account at the sending tool, and rests.
await pool.query('update bundles set connection_id = (select min(id) from tool_connections)')
await pool.query('delete from tool_connections where id not in (select connection_id from bundles)')
await pool.query(`update domain_names set done_rev = wanted_rev, next_run_at = now() + interval '20 hours'`)
const sealedSeed = deps.secrets.seal(JSON.stringify(demoProbeMailboxes.google), placeOf.probeMailbox('prb_1'))
await addOthers(100)
await addYears(10_000)
const tablesScanned = await planReader(pool)
const one = async (query: string): Promise<string> => (await pool.query(query)).rows[0].id
const group = await one(
  `select id from bundles where customer_id = '${agency.id}' and status = 'live' limit 1`,
)
const domain = await one(`select min(id) as id from domains where customer_id = '${agency.id}'`)
const name = await one(`select name as id from domains where customer_id = '${agency.id}' limit 1`)

const staff = await joinedStaff(world, 'owner')
const order = await one(`select min(order_id) as id from bundles where customer_id = '${agency.id}'`)
const account = await one('select min(id) as id from provider_accounts')
await pool.query(`update domain_names set provider_account_id = '${account}' where name like 'of7%'`)
const asStaff = (path: string) => async () =>
  expect(await staff.get(`/api/operator/${path}`)).toMatchObject({ status: 200 })

/** Copies what the agency has to so many others, but for most of the mailboxes. */
async function addOthers(count: number): Promise<void> {
  const copy = async (table: string, changed: Record<string, string>, times = count) => {
    const { rows } = await pool.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'",
      [table],
    )
    const names = rows.map((row) => row.name)
    const values = names.map((column) => changed[column] ?? `t.${column}`)
    return pool.query(
      `insert into ${table} (${names}) select ${values} from ${table} t, generate_series(1, ${times}) n`,
    )
  }
  const own = { id: "t.id || '_' || n", customer_id: "t.customer_id || '_' || n" }
  const bundle_id = "t.bundle_id || '_' || n"
  const name = "'of' || n || t.name"
  await copy('customers', { id: own.id, email: 'n || t.email' })
  await copy('users', { id: own.id, email: 'n || t.email' })
  await copy('memberships', { customer_id: own.customer_id, user_id: "t.user_id || '_' || n" })
  await copy('tool_connections', own)
  await copy('orders', own)
  await copy('bundles', {
    ...own,
    order_id: "t.order_id || '_' || n",
    connection_id: "t.connection_id || '_' || n",
  })
  await copy('domains', { ...own, bundle_id, name, report_token: 'gen_random_uuid()' })
  await copy('personas', { ...own, bundle_id })
  await copy('domain_names', { name })
  const owners = { domain_id: "t.domain_id || '_' || n", persona_id: "t.persona_id || '_' || n" }
  await copy('mailboxes', { ...own, ...owners, name }, 10)
}

/** Rows of everything else that grows, none of which is waiting for anything. */
async function addYears(rows: number): Promise<void> {
  const every = `from generate_series(1, ${rows}) n, (select array_agg(customer_id) as ids, array_agg(user_id) as users from memberships) c`
  const customerId = 'c.ids[1 + n % 50]'
  // Ten of them a day: the books are years long, and a page shows one.
  const madeAt = `now() - n * interval '8760 seconds'`
  for (const statement of [
    `refresh_families (id, user_id, customer_id, current_hash, expires_at)
      select 'fam_' || n, c.users[1 + n % 50], ${customerId}, decode(md5('f' || n), 'hex'), now() + interval '1 day' ${every}`,
    `sessions (token_hash, user_id, customer_id, family_id, expires_at)
      select decode(md5(n::text), 'hex'), c.users[1 + n % 50], ${customerId}, 'fam_' || n, now() + interval '1 hour' ${every}`,
    `audit_log (customer_id, actor, action, subject, data)
      select ${customerId}, 'customer', 'domain.checked', 'bun_' || n, jsonb_build_object('names', jsonb_build_array('name' || n || '.com')) ${every}`,
    `stripe_events (id, type, processed_at, booked_at) select 'evt_' || n, 'invoice.paid', now(), now() ${every}`,
    `subscriptions (stripe_id, customer_id, status) select 'sub_' || n, ${customerId}, 'active' ${every}`,
    `checkouts (id, customer_id, kind, quote, amount_cents, params, attempt_key, fingerprint, session_id, status, expires_at)
      select 'chk_' || n, ${customerId}, 'order', '{}', 5000, '{"customer":"cus_1"}', n, n, 'cs_' || n, 'paid', now() ${every}`,
    `checkout_items (id, checkout_id, domain_id, net_cents)
      select 'itm_' || n, 'chk_' || n, d.ids[n % 2000 + 1], 1550 from generate_series(1, ${rows}) n, (select array_agg(id) as ids from domains) d`,
    `refunds (id, checkout_id, reason, cents, stripe_refund_id) select 'ref_' || n, 'chk_' || n, 'test', 1, 're_' || n ${every}`,
    `invoices (stripe_id, customer_id, subscription_id, kind, status, total_cents, paid_cents, attempts, payment_intent_id, made_at, paid_at, read_at)
      select 'in_' || n, ${customerId}, 'sub_' || n % 100, 'renewal', 'paid', 5000, 5000, 1, 'pi_' || n, ${madeAt}, ${madeAt}, now() ${every}`,
    `invoice_lines (invoice_id, position, plan, list_cents, net_cents, period_start, period_end)
      select 'in_' || n, 0, 'azure', 5000, 5000, ${madeAt}, ${madeAt} + interval '30 days' ${every}`,
    `charges (stripe_id, customer_id, payment_intent_id, amount_cents, fee_cents, state, disputed, made_at, read_at)
      select 'ch_' || n, ${customerId}, 'pi_' || n, 5000, 175, 'succeeded', false, ${madeAt}, now() ${every}`,
    `charge_returns (stripe_id, charge_id, kind, cents, outcome, made_at, read_at)
      select 're_' || n, 'ch_' || n, 'refund', 100, 'succeeded', ${madeAt}, now() ${every} where n % 8 = 0`,
    `work_items (id, kind, subject, instructions, closed_at) select 'wrk_' || n, 'dkim', 'name' || n || '.com', '-', now() ${every}`,
    `outbox (id, dedupe_key, message_id, recipient, subject, body, sent_at) select 'mai_' || n, n, n, '-', '-', '-', now() ${every}`,
    `bulk_jobs (id, customer_id, tool, operation, status, finished_at) select 'blk_' || n, ${customerId}, 'instantly', 'tags', 'done', now() ${every}`,
    `bulk_job_accounts (job_id, account, position, outcome) select 'blk_' || n, 'a' || n || '@name.com', 1, 'updated' ${every}`,
    `mailbox_links (mailbox_id, connection_id, external_id, confirmed_at)
      select m.id, b.connection_id, m.id, now() from mailboxes m join domains d on d.id = m.domain_id join bundles b on b.id = d.bundle_id limit ${3 * rows}`,
    `account_listings (subject, kind, next_at) select 'con_' || n, 'tool', now() + n * interval '7 seconds' ${every}`,
    `jobs.job (name, data, state, completed_on) select 'reconcile', '{}', 'completed', now() ${every}`,
    `probe_mailboxes (id, vendor, address, credentials) values ('prb_1', 'google', 'proof@example.net', '${sealedSeed}')`,
    `domain_health (domain_id, customer_id, due_at, probe_at)
      select id, customer_id, now() + interval '1 hour', now() + interval '12 hours' from domains on conflict do nothing`,
    `placement_probes (domain_id, seed_id, at, mailbox_id, token, sent_at, outcome)
      select d.ids[n % 2000 + 1], 'prb_1', 'google', 'mbx_1', n, now() - n * interval '100 seconds', 'inbox'
      from generate_series(1, ${rows}) n, (select array_agg(id) as ids from domains) d`,
  ])
    await pool.query(`insert into ${statement}`)
  await pool.query('analyze')
}

const { cursor } = (await agency.get('/api/orders')).body
await pool.query(`update domain_health set probe_at = now() where domain_id = '${domain}'`)
await pool.query(`update domains set status = 'in progress' where bundle_id = '${group}'`)

const monthFromNow = (months: number) =>
  new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + months))
const aMonth = { from: monthFromNow(-1), until: monthFromNow(0) }
const event = { id: 'evt_new', type: 'customer.updated', createdAt: new Date(), objects: {} }
const sam = await joinedStaff(world, 'owner')
const ofAgency = (part = '') => sam.get(`/api/operator/customers/${agency.id}${part}`)
const hot: [string, () => Promise<unknown>][] = [
  ['who is calling', () => agency.get('/api/auth/check')],
  [
    'signing in',
    () => world.visitor().post('/api/auth/login', { email: agency.email, password: testPassword }),
  ],
  ['the list of orders', () => agency.get('/api/orders')],
  ['the orders of a large account that are in view', () => readInView(db, agency.id, 50, [])],
  ['what has changed in the list', () => agency.get(`/api/orders?since=${cursor}`)],
  ['the details of a group, with its timeline and activity', () => agency.get(`/api/orders/groups/${group}`)],
  ['the console’s list of customers', () => sam.get('/api/operator/customers')],
  ['what is known of a customer', () => ofAgency()],
  ['a customer’s orders', () => ofAgency('/orders')],
  ['a customer’s people and sessions', () => ofAgency('/people')],
  ['a customer’s history', () => ofAgency('/history')],
  ['a customer’s payments', () => ofAgency('/payments')],
  ['a customer’s subscriptions', () => ofAgency('/subscriptions')],
  ['taking a name’s lease', async () => (await takeLease(db, name, 60))?.release()],
  ['what is wanted of a name', () => readDesired(db, name)],
  ['a run of the reconciler', () => world.reconcile(name)],
  ['names that are due', () => wakeDueNames(db, queue)],
  ['a listing that is due', () => claimListing(db)],
  ['the place of a new name', () => findPlace(db, name, 'microsoft')],
  ['how much room there is', () => agency.get('/api/payments/room')],
  [
    'whether a domain that comes back needs a place',
    () => holdingsWithoutPlace(db, [{ id: domain, name, platform: 'azure', releasedAt: null }]),
  ],
  ['the open work', () => listWork(db, { state: 'open' })],
  ['the closed work, further down', () => listWork(db, { state: 'closed', after: 'wrk_9' })],
  ['domains whose DKIM is set up', () => listDkim(db, undefined)],
  ['mailboxes that wait for a person', () => listWaiting(db)],
  ['whose DKIM key is asked for', () => findDkim(db, [name])],
  ['closing a work item', () => closeWorkItem(db, 'dkim', name)],
  ['storing an event of the payment provider', () => storeEvent(deps, db, event)],
  ['working on an event', () => processStripeEvent(deps, event.id)],
  ['the sweep of payments', () => sweepPayments(deps)],
  ['payment events that wait', () => wakeWaitingEvents(deps)],
  ['billing that is due', () => dueBilling(db)],
  ['refunds that are owed', () => payOwedRefunds(deps)],
  ['mails that are due', () => dueMails(db)],
  ['replacements that are late', () => sweepLateReplacements(deps)],
  ['bulk updates that lost their worker', () => sweepBulkJobs(deps)],
  ['the console’s list of domains', asStaff('domains')],
  ['the same, a page on', asStaff(`domains?after=${domain}`)],
  ['domains with an error', asStaff('domains?state=error')],
  ['domains that stand still', asStaff('domains?state=stuck&cause=team')],
  ['a customer’s domains', asStaff(`domains?customer=${agency.id}`)],
  ['domains of an account', asStaff(`domains?account=${account}`)],
  ['domains by what their name begins with', asStaff('domains?text=of77yard')],
  ['the console’s list of orders', asStaff('orders')],
  ['the same, a page on', asStaff(`orders?after=${order}`)],
  ['a customer’s orders', asStaff(`orders?customer=${agency.id}`)],
  ['an order’s page', asStaff(`orders/${order}`)],
  ['how many wait at a vendor’s limit', () => othersAtLimit(db, name, { vendor: 'microsoft', limit: 'key' })],
  ['accounts of a bulk update', () => claimAccounts(db, 'blk_7', { max: 50, leaseMs: 1000, below: 10_000 })],
  ['the events that are not in the books', () => bookEvents(deps)],
  ['what was charged and given back in a month', () => readPayments(db, aMonth)],
  ['what is paid for at a month’s end', () => readRecurring(db, aMonth)],
  ['probes that are due', () => claimProbes(db, new Map([['google', []]]), Date.now(), 50)],
  ['probes whose time was missed', () => skipMissed(db, Date.now())],
  ['the hour’s probe of the canary', () => claimCanary(db, new Map([['google', []]]), Date.now())],
  ['probes that are looked for', () => claimReads(db, 'google', Date.now())],
  [
    'what a domain’s probes have shown',
    () => countProbes(db, new Map([['google', []]]), [domain], Date.now()),
  ],
  ['whether a bulk update has ended', () => isAnyLeft(db, 'blk_7')],
]

test.each(hot)('%s: nothing that grows is looked through for it', async (_what, work) => {
  const statements = await statementsOf(work)
  expect(statements.length).toBeGreaterThan(0)
  const found = await Promise.all(statements.map(tablesScanned))
  expect(found.flat()).toEqual([])
})

test('the forecast goes through what runs, and not through all that was ever billed for it', async () => {
  const statements = await statementsOf(() => readForecast(db, []))
  const found = (await Promise.all(statements.map(tablesScanned))).flat()
  expect(found.filter((text) => text.startsWith('subscriptions:'))).toHaveLength(1)
  expect(found.filter((text) => text.startsWith('invoice'))).toEqual([])
})
