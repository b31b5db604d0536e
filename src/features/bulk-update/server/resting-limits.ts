import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { BulkAccount } from '#vendors/ports/bulk-tools.ts'
import { type AccountValues, fieldsOf } from '../rules/account-values.ts'

/** What a rest has set of a mailbox, and what it returns to. */
interface RestingLimit {
  address: string
  set: number
  whole: number | null
}

/**
 * Accounts as their customer has them: where a rest has set the daily limit and the tool still shows that, it is the one
 * that the mailbox returns to. Otherwise an update would note ours as theirs, and its undo would put it back for good.
 */
export async function withTheirLimits(
  db: Db,
  jobId: string,
  accounts: readonly BulkAccount[],
  touched: readonly AccountValues[],
): Promise<BulkAccount[]> {
  if (!touched.flatMap(fieldsOf).includes('dailyLimit')) return [...accounts]
  const resting = await readRestingLimits(db, jobId)
  return accounts.map((account) => {
    const rest = resting.get(account.email.toLowerCase())
    return rest && rest.set === account.dailyLimit
      ? { ...account, dailyLimit: rest.whole ?? undefined }
      : account
  })
}

async function readRestingLimits(db: Db, jobId: string): Promise<Map<string, RestingLimit>> {
  const { rows } = await db.execute<RestingLimit & Record<string, unknown>>(sql`
    select m.local_part || '@' || m.name as address, (l.rest ->> 'set')::float as set, (l.rest ->> 'whole')::float as whole
    from bulk_jobs j
    join tool_connections t on t.customer_id = j.customer_id and t.kind = j.tool
    join mailbox_links l on l.connection_id = t.id and l.rest is not null
    join mailboxes m on m.id = l.mailbox_id
    where j.id = ${jobId}`)
  return new Map(rows.map((row) => [row.address.toLowerCase(), row]))
}
