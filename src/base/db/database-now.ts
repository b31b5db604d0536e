import { sql } from 'drizzle-orm'
import { required } from '../text/required.ts'
import type { Db } from './client.ts'

/** Milliseconds since 1970 by the database's clock, the only one that all processes share. */
export async function databaseNow(db: Db): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return required(rows[0], 'the time').ms
}
