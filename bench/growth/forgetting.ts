import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { sweepOldRows } from '#apps/housekeeping/sweep-old-rows.ts'
import { healthLooks } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Figure } from '../figures.ts'
import { withLargeInstallation } from '../installation.ts'

/** Rows that are too old, among few and among many that are not. */
const oldRows = 50_000
const young = { few: 50_000, many: 1_000_000 }
/** Of 400,000 domains, each of which is looked at every hour. */
const rowsOfDay = 400_000 * 24
/** About what a look keeps of a domain. */
const seen = JSON.stringify(
  Array.from({ length: 6 }, (_, at) => ({ code: `signal-${at}`, source: 'a source', value: at, at: 1.8e12 })),
)

/** Fills the table as time does: the oldest rows lie first. */
async function fill(pool: pg.Pool, rows: number, days: [from: number, to: number]): Promise<void> {
  await pool.query(
    `insert into health_looks (domain_id, at, seen)
     select ids[1 + n % cardinality(ids)], now() - $2::interval + ($3::interval * n) / $1, $4::jsonb
     from generate_series(1, $1::int) n, (select array_agg(id) as ids from domains) d`,
    [rows, `${days[0]} days`, `${days[0] - days[1]} days`, seen],
  )
}

/** Milliseconds for a thousand rows, pauses between slices included. */
async function forget({ db }: Pick<Dependencies, 'db'>, pool: pg.Pool, rows: number): Promise<number> {
  await pool.query('truncate health_looks')
  await fill(pool, oldRows, [16, 15])
  await fill(pool, rows, [13, 0])
  await pool.query('analyze health_looks')
  const begun = performance.now()
  await sweepOldRows(db)
  const ms = performance.now() - begun
  const left = await db.$count(healthLooks, sql`true`)
  if (left !== rows) throw new Error(`${left} rows are left of ${rows}.`)
  return ms / (oldRows / 1_000)
}

/** What it costs to forget the oldest rows of a table that grows with every look, a slice at a time. */
export async function measureForgetting(): Promise<Figure[]> {
  const { few, many } = await withLargeInstallation(async (deps, pool) => {
    // What a row points to is there; to look for it each time would take most of the filling.
    await pool.query('set session_replication_role = replica')
    return { few: await forget(deps, pool, young.few), many: await forget(deps, pool, young.many) }
  })
  return [
    {
      what: `forgetting 1,000 looks at health among ${young.many.toLocaleString('en')} younger ones, to that among ${young.few.toLocaleString('en')}`,
      measured: many / few,
      unit: 'x',
      target: { at: 'most', value: 1.5 },
      note: `${many.toFixed(1)} ms, ${few.toFixed(1)} ms; a day's of 400,000 domains ${((many * rowsOfDay) / 1_000 / 60_000).toFixed(1)} minutes`,
    },
  ]
}
