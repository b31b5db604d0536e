import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/** Resolves once some statement of this database waits for a lock that another transaction holds. */
export async function untilSomethingWaits(db: Db): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rowCount) return
  }
}
