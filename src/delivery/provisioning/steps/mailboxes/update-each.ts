import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'

/** One statement for all of them: a name has 52. */
export async function updateEach(
  tx: Db,
  rows: readonly { id: string; externalId: string; hostState: string | null; hostName: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update mailboxes m set external_id = r.external_id, host_state = r.host_state, host_name = r.host_name
    from jsonb_to_recordset(${JSON.stringify(rows.map((r) => ({ id: r.id, external_id: r.externalId, host_state: r.hostState, host_name: r.hostName })))}::jsonb)
      as r(id text, external_id text, host_state text, host_name text)
    where m.id = r.id`)
}
