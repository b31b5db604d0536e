import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { memberships, providerAccounts } from '#base/db/schema/index.ts'
import { suspensionKind } from '#features/health/rules/signals/account-alerts.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { ages } from './ages.ts'
import { sweepDaily, sweepOldRows } from './sweep-old-rows.ts'

const { deps, customer } = await createTestApp()
const { db, limits } = deps

const person = await customer()
const [member] = await db.select().from(memberships).where(eq(memberships.customerId, person.id))
const userId = member?.userId
const order = await createPaidOrder(deps, { customerId: person.id, mailboxesPerDomain: 2 })
await db.insert(providerAccounts).values({
  id: 'acc_old',
  vendor: 'microsoft',
  label: 'old',
  credentials: '',
  capacityDomains: 1,
  capacityMailboxes: 1,
  capacityDailyRecipients: 1,
})
const silent = pino({ level: 'silent' })

/** Two rows of each kind, one of them a minute too old and one with a minute left; `at` is when it ended. */
const planted: Record<string, (at: ReturnType<typeof sql>, id: string) => ReturnType<typeof sql>> = {
  'imports of running fleets': (at, id) => sql`insert into fleet_imports (id, file_name, made_by, state_since)
    values (${id}, 'fleet.csv', 'Grace', ${at})`,
  'moves of domains': (at, id) => sql`insert into domain_moves (id, account_id, user_id, state, state_since)
    values (${id}, 'acc_old', 'usr_staff', 'done', ${at})`,
  'sign-ins': (
    at,
    id,
  ) => sql`insert into refresh_families (id, user_id, customer_id, current_hash, expires_at, ended_at)
    values (${id}, ${userId}, ${person.id}, sha256(${id}::bytea), now() + interval '1 day', ${at})`,
  sessions: (at, id) => sql`insert into sessions (token_hash, user_id, customer_id, family_id, expires_at)
    select sha256(${id}::bytea), ${userId}, ${person.id}, id, ${at} from refresh_families where ended_at is null limit 1`,
  'steps of signing in': (at, id) => sql`insert into staff_steps (token_hash, user_id, kind, expires_at)
    values (sha256(${id}::bytea), ${userId}, 'password', ${at})`,
  'what passkeys were to sign': (at, id) => sql`insert into passkey_challenges
      (bound_to, purpose, user_id, challenge, expires_at) values (${id}, 'add', ${userId}, 'challenge', ${at})`,
  'looks of staff as customers': (at, id) => sql`with console as (
      insert into staff_sessions (id, token_hash, user_id, address, network_hash, device, expires_at)
      values (${id}, sha256(${id}::bytea), ${userId}, '', '', '', now() + interval '1 day') returning id)
    insert into customer_views (id, token_hash, customer_id, staff_session_id, expires_at, ended_at)
    select id, sha256(${id}::bytea), ${person.id}, id, ${at}, ${at} from console`,
  'sign-ins of staff': (
    at,
    id,
  ) => sql`insert into staff_sessions (id, token_hash, user_id, address, network_hash, device, expires_at, ended_at)
    values (${id}, sha256(${id}::bytea), ${userId}, '', '', '', now() + interval '1 day', ${at})`,
  limits: (at, id) => sql`insert into vendor_limits (key, tat) values (${id}, extract(epoch from ${at}))`,
  'turns at limits': (at, id) =>
    sql`insert into vendor_limit_turns (key, purpose, customer_id, taken, expires_at)
      values (${id}, 'paid', ${person.id}, 1, extract(epoch from ${at}))`,
  'repeatable answers': (at, id) =>
    sql`insert into idempotency_keys (customer_id, key, body_hash, created_at) values (${person.id}, ${id}, '', ${at})`,
  'payment events': (at, id) =>
    sql`insert into stripe_events (id, type, processed_at) values (${id}, 'invoice.paid', ${at})`,
  mails: (at, id) => sql`insert into outbox (id, dedupe_key, message_id, recipient, subject, body, sent_at)
    values (${id}, ${id}, ${id}, 'ada@example.test', 'Hello', 'Dear Ada', ${at})`,
  'links that connect mailboxes': (at, id) => sql`with tool as (
      insert into tool_connections (id, customer_id, kind) values (${id}, ${person.id}, 'instantly') returning id)
    insert into connect_links (id, connection_id, expires_at) select id, id, ${at} from tool`,
  'pictures of sign-in pages': (at, id) =>
    sql`insert into sign_in_pictures (mailbox_id, connection_id, png, taken_at)
      select m.id, ${order.connectionId}, ${id}::bytea, ${at} from mailboxes m
      where not exists (select from sign_in_pictures p where p.mailbox_id = m.id) limit 1`,
  'files of pages': (at, id) =>
    sql`insert into release_files (name, bytes, served_at) values (${id}, '', ${at})`,
  'searches of bulk updates': (at, id) =>
    sql`insert into bulk_fetches (id, customer_id, tool, proof, accounts, created_at)
      values (${id}, ${person.id}, 'instantly', '', '[]', ${at})`,
  'accounts of bulk updates': (at, id) => sql`with job as (
      insert into bulk_jobs (id, customer_id, tool, operation, status, finished_at)
      values (${id}, ${person.id}, 'instantly', 'x', 'done', ${at}) returning id)
    insert into bulk_job_accounts (job_id, account, position) select id, 'a@b.test', 0 from job`,
  'looks at health': (at, id) => sql`insert into health_looks (domain_id, at, seen)
    values (${order.domains[0]?.id}, ${at}, jsonb_build_array(${id}::text))`,
  'refused report emails': (at, id) => sql`insert into refused_reports (sender, reason, count, last_at)
    values (${id}, 'x', 1, ${at})`,
  "receivers' DMARC reports": (at, id) => sql`insert into dmarc_days
      (domain_id, day, reporter, ours, ours_passed, forwarded, "foreign", hijacked, at, reports)
    values (${order.domains[0]?.id}, date '2000-01-01' + abs(hashtext(${id})) % 10000, 'google', 0, 0, 0, 0, 0, ${at}, array[${id}::text])`,
  'probes of where mail arrives': (at, id) => sql`with seed as (
      insert into probe_mailboxes (id, vendor, address, credentials) values (${id}, 'google', ${id}, 'x') returning id)
    insert into placement_probes (domain_id, seed_id, at, mailbox_id, token, sent_at)
    select ${order.domains[0]?.id}, id, 'google', 'x', 'x', ${at} from seed`,
  'deliveries that failed': (at, id) => sql`insert into failed_deliveries (domain_id, mark, receiver, at)
    values (${order.domains[0]?.id}, ${id}, 'contoso.com', ${at})`,
  'alerts of Google accounts': (at, id) => sql`with account as (
      insert into provider_accounts (id, vendor, label, credentials, capacity_domains, capacity_mailboxes, capacity_daily_recipients)
      values (${id}, 'google', ${id}, '', 1, 1, 1) returning id)
    insert into account_alerts (account_id, alert_id, type, source, kind, data, at, changed_at, is_closed)
    select id, id, '', '', '', '', ${at}, ${at}, false from account`,
  'decisions on health': (at, id) => sql`insert into health_decisions
      (domain_id, at, before, inputs, after, "from", "to", cause, score, share)
    values (${order.domains[0]?.id}, ${at}, '{}', '{}', '{}', 'unknown', 'watch', ${id}, 0, 0)`,
  'incidents of sources': (
    at,
    id,
  ) => sql`insert into health_incidents (source, began_at, last_at, ended_at, domains)
    values (${id}, ${at}, ${at}, ${at}, 10)`,
  'hours of third parties': (at, id) => sql`insert into vendor_hours (vendor, hour) values (${id}, ${at})`,
  'bulk updates': (
    at,
    id,
  ) => sql`insert into bulk_jobs (id, customer_id, tool, operation, status, finished_at)
    values (${id}, ${person.id}, 'instantly', 'x', 'done', ${at})`,
}
const left: Record<string, (id: string) => ReturnType<typeof sql>> = {
  'imports of running fleets': (id) => sql`select from fleet_imports where id = ${id}`,
  'moves of domains': (id) => sql`select from domain_moves where id = ${id}`,
  'sign-ins': (id) => sql`select from refresh_families where id = ${id}`,
  sessions: (id) => sql`select from sessions where token_hash = sha256(${id}::bytea)`,
  'steps of staff signing in': (id) => sql`select from staff_steps where token_hash = sha256(${id}::bytea)`,
  'what passkeys were to sign': (id) => sql`select from passkey_challenges where bound_to = ${id}`,
  'looks of staff as customers': (id) => sql`select from customer_views where id = ${id}`,
  'steps of signing in': (id) => sql`select from staff_steps where token_hash = sha256(${id}::bytea)`,
  'sign-ins of staff': (id) => sql`select from staff_sessions where id = ${id}`,
  limits: (id) => sql`select from vendor_limits where key = ${id}`,
  'turns at limits': (id) => sql`select from vendor_limit_turns where key = ${id}`,
  'repeatable answers': (id) => sql`select from idempotency_keys where key = ${id}`,
  'payment events': (id) => sql`select from stripe_events where id = ${id}`,
  mails: (id) => sql`select from outbox where id = ${id} and body <> ''`,
  'links that connect mailboxes': (id) => sql`select from connect_links where id = ${id}`,
  'pictures of sign-in pages': (id) => sql`select from sign_in_pictures where png = ${id}::bytea`,
  'searches of bulk updates': (id) => sql`select from bulk_fetches where id = ${id}`,
  'accounts of bulk updates': (id) => sql`select from bulk_job_accounts where job_id = ${id}`,
  'looks at health': (id) => sql`select from health_looks where seen ->> 0 = ${id}`,
  'refused report emails': (id) => sql`select from refused_reports where sender = ${id}`,
  "receivers' DMARC reports": (id) => sql`select from dmarc_days where reports[1] = ${id}`,
  'probes of where mail arrives': (id) => sql`select from placement_probes where seed_id = ${id}`,
  'deliveries that failed': (id) => sql`select from failed_deliveries where mark = ${id}`,
  'alerts of Google accounts': (id) => sql`select from account_alerts where alert_id = ${id}`,
  'decisions on health': (id) => sql`select from health_decisions where cause = ${id}`,
  'incidents of sources': (id) => sql`select from health_incidents where source = ${id}`,
  'files of pages': (id) => sql`select from release_files where name = ${id}`,
  'hours of third parties': (id) => sql`select from vendor_hours where vendor = ${id}`,
  'bulk updates': (id) => sql`select from bulk_jobs where id = ${id}`,
}
const isLeft = async (what: string, id: string) =>
  ((await db.execute((left[what] as (id: string) => ReturnType<typeof sql>)(id))).rowCount ?? 0) > 0

describe('the daily sweep', () => {
  test.each(ages)('keeps $what for $keptFor and no longer', async ({ what, keptFor }) => {
    const plant = planted[what]
    if (!plant) throw new Error(`Nothing is planted for ${what}.`)
    await db.execute(plant(sql`now() - ${keptFor}::interval - interval '1 minute'`, `old ${what}`))
    await db.execute(plant(sql`now() - ${keptFor}::interval + interval '1 minute'`, `young ${what}`))
    const counts = await sweepOldRows(db)
    expect(counts[what]).toBeGreaterThan(0)
    expect(await isLeft(what, `old ${what}`)).toBe(false)
    expect(await isLeft(what, `young ${what}`)).toBe(true)
  })

  test('keeps that an account is to be suspended until it is over', async () => {
    await db.execute(sql`insert into provider_accounts
        (id, vendor, label, credentials, capacity_domains, capacity_mailboxes, capacity_daily_recipients)
      values ('acc_warned', 'google', 'warned', '', 1, 1, 1)`)
    await db.execute(sql`insert into account_alerts
        (account_id, alert_id, type, source, kind, data, at, changed_at, is_closed)
      select 'acc_warned', closed::text, '', '', ${suspensionKind}::text, '{}', now() - interval '1 year', now(), closed
      from (values (true), (false)) v (closed)`)
    await sweepOldRows(db)
    const { rows } = await db.execute(
      sql`select is_closed from account_alerts where account_id = 'acc_warned'`,
    )
    expect(rows).toEqual([{ is_closed: false }])
  })

  test('ends nobody’s session and answers no payment event that still waits', async () => {
    await db.execute(sql`insert into stripe_events (id, type, received_at)
      values ('evt_waits', 'invoice.paid', now() - interval '1 year')`)
    await sweepOldRows(db)
    expect((await person.get('/api/auth/check')).body.authenticated).toBe(true)
    expect(await isLeft('payment events', 'evt_waits')).toBe(true)
  })

  test('continues slice by slice until nothing old is left, past rows that someone else holds', async () => {
    await db.execute(
      sql`insert into vendor_limits (key, tat) select 'many ' || n, 1 from generate_series(1, 25) n`,
    )
    await db.transaction(async (held) => {
      await held.execute(sql`select from vendor_limits where key = 'many 7' for update`)
      expect(await sweepOldRows(db, { sliceRows: 10 })).toMatchObject({ limits: 24 })
    })
    expect(await sweepOldRows(db, { sliceRows: 10 })).toMatchObject({ limits: 1 })
  })

  test('leaves the keys of mails, so that none is sent a second time', async () => {
    const mail = { key: 'once', to: 'ada@example.test', subject: 'S', text: 'T' }
    await deps.outbox.put(db, mail)
    await db.execute(sql`update outbox set sent_at = now() - interval '1 year' where dedupe_key = 'once'`)
    await sweepOldRows(db)
    await deps.outbox.put(db, mail)
    const { rows } = await db.execute(
      sql`select recipient, subject, body from outbox where dedupe_key = 'once'`,
    )
    expect(rows).toEqual([{ recipient: '', subject: '', body: '' }])
  })

  test('changes nothing about a limit that has not run out', async () => {
    const tries = { key: 'guarded', rate: { perSecond: 1 / 3600, burst: 2 } }
    for (let i = 0; i < 2; i++) expect((await limits.allow(tries)).ok).toBe(true)
    await sweepOldRows(db)
    expect((await limits.allow(tries)).ok).toBe(false)
  })

  test('is done once a day by one of several processes that come together', async () => {
    await db.execute(sql`delete from settings where key = 'daily_sweep'`)
    const told: unknown[] = []
    const log = { info: (counts: unknown) => told.push(counts) } as unknown as typeof silent
    await Promise.all([1, 2, 3].map(() => sweepDaily({ db, log })))
    expect(told).toHaveLength(1)
    await db.execute(sql`update settings set at = now() - interval '25 hours' where key = 'daily_sweep'`)
    await sweepDaily({ db, log })
    expect(told).toHaveLength(2)
  })
})

test('docs/operating.md tells how long each kind is kept', () => {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  for (const { what, keptFor, since } of ages) expect(page).toContain(`| ${what} | ${keptFor} | ${since} |`)
})
