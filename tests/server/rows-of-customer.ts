import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#base/db/client.ts'
import * as schema from '#base/db/schema/index.ts'

/** All rows of the product that belong to someone, or to something of theirs. */
export async function rowsOfCustomer(db: Db, customerId: string): Promise<string> {
  const parts: string[] = []
  for (const table of Object.values(schema)) {
    if (!is(table, PgTable) || !('customerId' in getTableColumns(table))) continue
    const name = getTableName(table)
    // What others try may be noted about someone; it changes nothing of theirs.
    if (name === 'audit_log') continue
    const { rows } = await db.execute<{ rows: string | null }>(
      sql`select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text)::text as rows from ${table} t where t.customer_id = ${customerId}`,
    )
    parts.push(`${name} ${rows[0]?.rows}`)
  }
  return parts.join('\n')
}
