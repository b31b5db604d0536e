import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestApp } from '#tests/server/test-app.ts'

const { deps, customer } = await createTestApp()
const { db } = deps
const { id: customerId } = await customer()
await createPaidOrder(deps, { customerId, mailboxesPerDomain: 1 })

/** Many domains like the one that is there, delivered and looked at within the hour. */
await db.transaction(async (tx) => {
  await tx.execute(sql`set local session_replication_role = replica`)
  await tx.execute(sql`
    insert into domains (id, customer_id, bundle_id, name, slot, platform, source, want, forwarding_url, delivered_at)
    select d.id || lpad(n::text, 6, '0'), d.customer_id, d.bundle_id, n || d.name, 100 + n, d.platform, d.source, 'run',
      d.forwarding_url, now()
    from (select * from domains limit 1) d, generate_series(1, 20000) n`)
  await tx.execute(sql`
    insert into domain_health (domain_id, customer_id, due_at)
    select id, customer_id, now() + random() * interval '1 hour' from domains where delivered_at is not null`)
})
await db.execute(sql`analyze domain_health`)

test('what is kept for ever of 4,000 domains grows by at most 50 MB a month', async () => {
  await db.execute(sql`
    insert into health_days (domain_id, day, state, score, coverage, verdicts, sent, bounced)
    select id, day, 2, 100, 80, 'ooooooounoo', 700, 7 from (select id from domains where delivered_at is not null limit 4000) d,
      generate_series(date '2026-01-01', date '2026-01-30', interval '1 day') day`)
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_total_relation_size('health_days') as bytes`,
  )
  expect(Number(rows[0]?.bytes) / 1e6).toBeLessThanOrEqual(50)
})

test('what is due is found by the index of due times, whatever else is watched', async () => {
  const plan = (
    await db.execute<{ 'QUERY PLAN': string }>(
      sql`explain select domain_id from domain_health where due_at <= now() order by due_at limit 50 for update skip locked`,
    )
  ).rows
    .map((row) => row['QUERY PLAN'])
    .join('\n')
  expect(plan).toContain('domain_health_due')
  expect(plan).not.toContain('Seq Scan')
})
