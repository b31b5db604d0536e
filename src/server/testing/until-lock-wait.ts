import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/** Resolves once some statement of this database, or so many of them, wait for locks that other transactions hold. */
export async function untilSomethingWaits(db: Db, atLeast = 1): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rowCount && rowCount >= atLeast) return
  }
}
