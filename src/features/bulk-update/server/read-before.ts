import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bulkJobAccounts } from '#base/db/schema/index.ts'
import { chunksOf } from '#vendors/client/run-each.ts'
import type { BulkAccount } from '#vendors/ports/bulk-tools.ts'
import { type AccountValues, fieldsOf } from '../rules/account-values.ts'
import { beforeOf } from './bulk-change.ts'
import { jobAccountsWhere } from './job-accounts.ts'
import type { JobRun } from './job-run.ts'

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
async function withTheirLimits(
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

/** Rows in one statement. */
const rowsAtOnce = 1_000

/**
 * Notes how the accounts of a part stand before anything is changed, so that it can be told and taken back; of those that rest, how
 * they stand otherwise. Throws `VendorError`; may be repeated: what was noted once stays, since it was there before the
 * first change.
 */
export async function readBefore(
  db: Db,
  { jobId, tool, wish, changing: { ctx } }: JobRun,
  below: number,
): Promise<void> {
  const { before, outcome, position } = bulkJobAccounts
  const open = await jobAccountsWhere(
    db,
    and(eq(bulkJobAccounts.jobId, jobId), isNull(before), isNull(outcome), lt(position, below)),
  )
  if (open.length === 0) return
  const found = await tool.readBack(
    open.map(({ id }) => id),
    ctx,
  )
  const theirs = await withTheirLimits(db, jobId, found, wish.touched)
  const byId = new Map(theirs.map((account) => [account.id.toLowerCase(), account]))
  const rows = open.map(({ id }) => {
    const account = byId.get(id.toLowerCase())
    if (!account) return { id, before: {}, data: {} }
    const before = beforeOf(account, wish.touched)
    const notRestored = wish.notRestored(id, before)
    return { id, before, data: notRestored.length > 0 ? { notRestored } : {} }
  })
  for (const chunk of chunksOf(rows, rowsAtOnce))
    await db.execute(sql`
      update bulk_job_accounts as a set before = u.before::jsonb, data = a.data || u.data::jsonb
      from unnest(
        ${sql.param(chunk.map(({ id }) => id))}::text[],
        ${sql.param(chunk.map((row) => JSON.stringify(row.before)))}::text[],
        ${sql.param(chunk.map((row) => JSON.stringify(row.data)))}::text[]
      ) as u (account, before, data)
      where a.job_id = ${jobId} and a.account = u.account and a.before is null`)
}
