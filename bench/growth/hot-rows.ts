import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { domainNames } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { takeLease } from '#delivery/provisioning/lease.ts'
import type { Figure } from '../figures.ts'
import { withLargeInstallation } from '../installation.ts'
import { someFacts } from './some-facts.ts'

const atOnce = 2
const calls = 6
const steps = 4

/** What one look writes of a name: its lease, a renewal before each call, what each step saw, and when to look again. */
async function look({ db }: Pick<Dependencies, 'db'>, name: string): Promise<void> {
  const lease = await takeLease(db, name, 25)
  if (!lease) throw new Error(`${name} is being looked at.`)
  for (let call = 0; call < calls; call++) await lease.beforeCall()
  for (let step = 0; step < steps; step++) await lease.update({ facts: JSON.parse(someFacts) })
  await lease.conclude((tx) =>
    tx
      .update(domainNames)
      .set({ nextRunAt: sql`now() + interval '20 hours'`, step: null })
      .where(sql`name = ${name}`),
  )
  await lease.release()
}

interface Grown {
  before: number
  after: number
  /** Share of the changes that wrote no index. */
  hot: number
}

async function lookAtAll(deps: Dependencies, pool: pg.Pool): Promise<Grown> {
  await pool.query('vacuum full analyze domain_names')
  await pool.query(`select pg_stat_reset_single_table_counters('domain_names'::regclass)`)
  const size = async () =>
    Number((await pool.query(`select pg_total_relation_size('domain_names') as size`)).rows[0].size) / 1e6
  const before = await size()
  const { rows } = await pool.query<{ name: string }>(
    `select name from domain_names where name like 'fillname%'`,
  )
  const waiting = rows.map(({ name }) => name)
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) await look(deps, name)
    }),
  )
  const after = await size()
  await pool.query('select pg_stat_force_next_flush()')
  const stats = await pool.query<{ all: string; hot: string }>(
    `select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'domain_names'`,
  )
  const [counted] = stats.rows
  return { before, after, hot: Number(counted?.hot) / Number(counted?.all) }
}

/** By how much the table of names grows when each of 4,000 is looked at once, as it is and as it was. */
export async function measureHotRows(): Promise<Figure[]> {
  const { was, is } = await withLargeInstallation(async (deps, pool) => {
    await pool.query(`update domain_names set facts = '${someFacts}', next_run_at = now()`)
    await pool.query(`
      create index as_it_was on domain_names (lease_until) where lease_until is not null;
      alter table domain_names reset (fillfactor)`)
    const was = await lookAtAll(deps, pool)
    await pool.query('drop index as_it_was; alter table domain_names set (fillfactor = 60)')
    return { was, is: await lookAtAll(deps, pool) }
  })
  const text = ({ before, after, hot }: Grown) =>
    `from ${before.toFixed(1)} to ${after.toFixed(1)} MB, ${(100 * hot).toFixed(0)} % of changes in place`
  const grown = ({ before, after }: Grown) => after - before
  return [
    {
      what: 'what a look at each of 4,000 names adds to their table, to that with leases in an index and full pages',
      measured: grown(is) / grown(was),
      unit: 'x',
      target: { at: 'most', value: 0.3 },
      note: `${text(is)}; ${text(was)}`,
    },
  ]
}
