import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#base/db/client.ts'
import { settings } from '#base/db/schema/index.ts'
import { sweptRows } from '#base/telemetry/metrics.ts'
import { type Age, ages } from './ages.ts'

/** Rows that one statement touches at most: no one waits for its locks. */
const sliceRows = 1_000
/** Between two slices, so that a large backlog leaves the database to others. */
const breathMs = 20
const settingKey = 'daily_sweep'

export interface SweepOptions {
  sliceRows?: number
  signal?: AbortSignal
}

/**
 * Removes what is older than its kind is kept, a slice at a time and by the database's clock. Rows that someone
 * works on are left for the next time. Safe to break off and to repeat. Returns how many rows of each kind.
 */
export async function sweepOldRows(
  db: Db,
  { sliceRows: most = sliceRows, signal }: SweepOptions = {},
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const age of ages) {
    for (let isMore = true; isMore && !signal?.aborted; ) {
      const swept = await sweepSlice(db, age, most)
      counts[age.what] = (counts[age.what] ?? 0) + swept
      isMore = swept === most
      if (isMore) await delay(breathMs)
    }
  }
  return counts
}

async function sweepSlice(db: Db, { table, keptFor, isOver, becomes }: Age, most: number): Promise<number> {
  const before = sql`(now() - ${keptFor}::interval)`
  const slice = sql`array(select ${table}.ctid from ${table} where ${isOver(before)} limit ${most} for update of ${table} skip locked)`
  const { rowCount } = await db.execute(
    becomes
      ? sql`update ${table} set ${becomes} where ctid = any(${slice})`
      : sql`delete from ${table} where ctid = any(${slice})`,
  )
  return rowCount ?? 0
}

/**
 * The same once a day, by whichever process comes first. One that is killed on the way leaves the rest to the next
 * day; nothing hangs on these rows.
 */
export async function sweepDaily(
  { db, log }: { db: Db; log: Pick<Logger, 'info'> },
  options: SweepOptions = {},
): Promise<void> {
  const [mine] = await db
    .insert(settings)
    .values({ key: settingKey, value: {} })
    .onConflictDoUpdate({
      target: settings.key,
      set: { at: sql`now()` },
      setWhere: sql`${settings.at} < now() - interval '1 day'`,
    })
    .returning({ key: settings.key })
  if (!mine) return
  const counts = await sweepOldRows(db, options)
  for (const [what, count] of Object.entries(counts)) sweptRows.inc({ what }, count)
  log.info({ counts }, 'old rows were swept')
}
