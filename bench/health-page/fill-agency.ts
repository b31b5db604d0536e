import type pg from 'pg'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { healthStateNames } from '#features/health/rules/health-states.ts'
import { packedDay } from '#features/health/rules/packed-day.ts'
import { fillInstallation } from '#tests/server/large-installation.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { seenStates } from './seen-states.ts'

const orders = 1_000
/** Workspaces at the sending tool, which the orders share. */
const workspaces = 40
/** One order of so many is of spares. */
const reserveEvery = 50
/** Domains at one account of their host. */
const perAccount = 200
const days = 90
/** What an order consists of. */
const owned = ['tool_connections', 'orders', 'bundles', 'personas', 'domains', 'mailboxes', 'domain_health']

/** The number of a row that `fillInstallation` has made. */
const numberOf = (id: string) => `substr(${id}, 6)::int`
/** A number below a thousand that says nothing of the order. */
const mixed = `(${numberOf('d.id')} * 7919 % 1000)`

/** Gives one customer 1,000 orders with 10,000 delivered domains, each looked at for 90 days. */
export async function fillAgency(deps: Dependencies, pool: pg.Pool, customerId: string): Promise<void> {
  const size = { orders, domainsPerOrder: 10, mailboxesPerDomain: 3 }
  await fillInstallation(pool, await createPaidOrder(deps, { customerId }), size)
  await giveAllTo(pool, customerId)
  await shareWorkspaces(deps, pool)
  await placeAtAccounts(pool)
  await fillStates(pool)
  await fillDays(pool)
  // The database would do it itself while pages are measured.
  await pool.query('vacuum analyze')
}

async function giveAllTo(pool: pg.Pool, customerId: string): Promise<void> {
  for (const table of owned)
    await pool.query(`update ${table} set customer_id = $1 where customer_id like 'cus\\_f%'`, [customerId])
  await pool.query(
    `update orders set forwarding_url = 'https://client-' || ${numberOf('id')} || '.example/offer',
       is_reserve = ${numberOf('id')} % ${reserveEvery} = ${reserveEvery - 1} where id like 'ord\\_f%'`,
  )
}

async function shareWorkspaces({ secrets }: Dependencies, pool: pg.Pool): Promise<void> {
  for (let workspace = 0; workspace < workspaces; workspace++) {
    const id = `con_f${workspace}`
    const sealed = secrets.seal(JSON.stringify({ apiKey: `key-of-${id}` }), placeOf.connection(id))
    await pool.query('update tool_connections set secrets = $2 where id = $1', [id, sealed])
  }
  const shared = (id: string) => `'con_f' || ${numberOf(id)} % ${workspaces}`
  await pool.query(`update bundles set connection_id = ${shared('id')} where id like 'bun\\_f%'`)
  await pool.query(
    `update mailbox_links set connection_id = ${shared('connection_id')}, configured_at = now() - interval '40 days'
     where connection_id like 'con\\_f%'`,
  )
}

async function placeAtAccounts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into provider_accounts (id, vendor, label, credentials, capacity_domains, capacity_mailboxes, capacity_daily_recipients)
     select 'acc_f' || n, 'microsoft', 'Tenant ' || n, '', 1000, 100000, 1000000 from generate_series(0, $1::int) n`,
    [(orders * 10) / perAccount - 1],
  )
  await pool.query(
    `update domain_names n set provider_account_id = 'acc_f' || ${numberOf('d.id')} / ${perAccount}
     from domains d where d.name = n.name and d.id like 'dom\\_f%'`,
  )
}

async function fillStates(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update domain_health h set looked_at = now(), since = now() - ${mixed} % 13 * interval '1 day', due_at = now() + interval '1 hour',
       (state, cause, score, coverage, share, signals, memory) = (t.state, t.cause, t.score, t.coverage, 100, t.signals, t.memory)
     from jsonb_to_recordset($1) as t("from" int, "to" int, state text, cause text, score int, coverage int, signals jsonb, memory jsonb), domains d
     where d.id = h.domain_id and d.id like 'dom\\_f%' and ${mixed} >= t."from" and ${mixed} < t."to"`,
    [JSON.stringify(seenStates(Date.now()))],
  )
  await pool.query(
    `insert into health_acts (id, domain_id, customer_id, state, asked_since, why, confirmed_at)
     select 'act_f' || domain_id, domain_id, customer_id, case when score = 55 then 'suggested' else 'resting' end, since, 'It should rest.', now()
     from domain_health where state in ('rest', 'replace')`,
  )
}

/** As looks write them, a day after the other: what is not well was so before it is what it is now, and some were on watch once. */
async function fillDays(pool: pg.Pool): Promise<void> {
  const state = `case when h.state in ('healthy', 'warming') or ago < ${mixed} % 13 then
      case when h.state = 'healthy' and ${mixed} % 5 = 0 and ago between ${mixed} % 60 and ${mixed} % 60 + 3 then 'watch' else h.state end
    else 'healthy' end`
  await pool.query(
    `insert into health_days (domain_id, day, state, score, coverage, verdicts, sent, bounced)
     select d.id, (now() at time zone 'utc')::date - ago, array_position($1::text[], ${state}) - 1, h.score, h.coverage, $2, 360, 3
     from domains d join domain_health h on h.domain_id = d.id, generate_series(0, ${days - 1}) ago
     where d.id like 'dom\\_f%' order by ago desc, md5(d.id)`,
    [healthStateNames, packedDay.verdicts(seenStates(0).at(-1)?.signals ?? [])],
  )
}
