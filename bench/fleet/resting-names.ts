import type pg from 'pg'
import { fillInstallation } from '#tests/server/large-installation.ts'
import type { PaidOrder } from '#tests/server/paid-order.ts'
import { someFacts } from '../growth/some-facts.ts'

const domainsPerOrder = 10
const mailboxesPerDomain = 8
const perAccount = 2_000
/** Some time after the day that is replayed. */
const later = `now() + interval '60 hours' + random() * interval '20 hours'`

/** Full accounts at Microsoft, so many names in each. */
async function addAccounts(pool: pg.Pool, from: number, to: number): Promise<void> {
  await pool.query(`
    insert into provider_accounts (id, vendor, label, credentials, capacity_domains, capacity_mailboxes, capacity_daily_recipients)
    select 'acc_' || n, 'microsoft', n, '-', ${perAccount}, 1000000, 100000000
    from generate_series(${from / perAccount}, ${(to - 1) / perAccount}) n`)
}

/**
 * Fills up to so many delivered domains with their mailboxes, copied from an order. They are due later than the day that is
 * replayed: what it costs to look at some must not depend on how many others there are.
 */
export async function addRestingDomains(pool: pg.Pool, order: PaidOrder, domains: number): Promise<void> {
  // The original is set up as little as its copies.
  await pool.query(`delete from jobs.job where name like 'reconcile%'`)
  await fillInstallation(pool, order, {
    orders: domains / domainsPerOrder,
    domainsPerOrder,
    mailboxesPerDomain,
  })
  await addAccounts(pool, 0, domains)
  // One account after the other: each change of its counts is a row's new version.
  for (let n = 0; n * perAccount < domains; n++)
    await pool.query(
      `update domain_names set facts = $2, provider_account_id = 'acc_' || $1::int
        where name = any(select 'fillname' || n || '.com' from generate_series($1::int * ${perAccount}, ($1::int + 1) * ${perAccount} - 1) n)`,
      [n, someFacts],
    )
  await pool.query(`update domain_names set next_run_at = ${later}`)
  await pool.query(`update domain_health set due_at = ${later}`)
  await pool.query(`update account_listings set next_at = ${later}
    where subject in (select id from tool_connections where id like 'con\\_f%') or subject like 'acc\\_%'`)
  await pool.query('vacuum analyze')
}

/** Names without mailboxes, each of them placed and looked at later. */
export async function addRestingNames(pool: pg.Pool, from: number, to: number): Promise<void> {
  await addAccounts(pool, from, to)
  for (let n = from; n < to; n += perAccount)
    await pool.query(
      `insert into domain_names (name, next_run_at, facts, provider_account_id)
        select 'resting' || n || '.com', ${later}, $2, 'acc_' || $1::int / ${perAccount}
        from generate_series($1::int, $1::int + ${perAccount} - 1) n`,
      [n, someFacts],
    )
  await pool.query('vacuum analyze domain_names')
  await pool.query('vacuum analyze provider_accounts')
}
