import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bulkJobAccounts, bulkJobs } from '#base/db/schema/index.ts'
import { type AccountField, fieldsOf } from '../rules/account-values.ts'
import { type BulkChange, type PlainChange, wantedVariants } from './bulk-change.ts'
import type { EarlierAccount } from './restore-values.ts'

/** An update as an undo reads it. */
interface EarlierUpdate {
  change: PlainChange
  /** Those that it has changed, or may have. */
  accounts: EarlierAccount[]
}

const { account, outcome, data } = bulkJobAccounts

/** One text for any number of accounts. */
const isAmong = (named: SQLWrapper, only: readonly string[] | undefined): SQL | undefined =>
  only && sql`${named} = any(${sql.param([...only])}::text[])`

/** The update has changed the account, or part of it, or nobody has seen since that nothing came of a call that failed. */
export const mayHaveChanged = or(
  inArray(outcome, ['updated', 'unknown']),
  sql`(${outcome} = 'failed' and not jsonb_exists(${data}, 'confirmed'))`,
)

/**
 * Undefined when it is gone, or was an undo itself. What later updates have set is read as of now or, of an undo that
 * was begun, as of then. Of all its accounts, unless some are named.
 */
export async function readEarlierUpdate(
  db: Db,
  jobId: string,
  undoId?: string,
  only?: readonly string[],
): Promise<EarlierUpdate | undefined> {
  const [job] = await db.select({ settings: bulkJobs.settings }).from(bulkJobs).where(eq(bulkJobs.id, jobId))
  const change = job?.settings as BulkChange | undefined
  if (!change || change.kind === 'restore') return undefined
  const variants = wantedVariants(change)
  const rows = await db
    .select({ id: account, before: bulkJobAccounts.before, data })
    .from(bulkJobAccounts)
    .where(and(eq(bulkJobAccounts.jobId, jobId), mayHaveChanged, isAmong(account, only)))
    .orderBy(bulkJobAccounts.position)
  const later = await readLaterFields(db, jobId, undoId, only)
  return {
    change,
    accounts: rows.map((row) => ({
      id: row.id,
      before: row.before,
      ours: variants[row.data.signature ?? 0] ?? {},
      later: later.get(row.id) ?? [],
    })),
  }
}

/**
 * Of the accounts of an update the fields that later ones have set; an update that was taken back from an account set
 * nothing of it. An undo of the update itself counts as one: what it has put back is not put back again.
 */
async function readLaterFields(
  db: Db,
  jobId: string,
  undoId: string | undefined,
  only: readonly string[] | undefined,
): Promise<Map<string, AccountField[]>> {
  const { rows } = await db.execute<{ account: string; changes: BulkChange[] }>(sql`
    with earlier as (select * from bulk_jobs where id = ${jobId}),
    later as (
      select j.*, j.settings ->> 'of' as of from bulk_jobs j, earlier
      where j.customer_id = earlier.customer_id and j.tool = earlier.tool and j.created_at > earlier.created_at
        and j.created_at < coalesce((select created_at from bulk_jobs where id = ${undoId ?? null}), 'infinity')
    ),
    setting as (
      select ${account}, later.id from ${bulkJobAccounts} join later on later.id = ${bulkJobAccounts.jobId}
      where case when later.of is null then ${mayHaveChanged} else later.of = ${jobId} and ${outcome} = 'updated' end
    ),
    undone as (
      select ${account}, later.of as id from ${bulkJobAccounts} join later on later.id = ${bulkJobAccounts.jobId}
      where ${outcome} in ('updated', 'unchanged')
    )
    select own.account, jsonb_agg(case when later.of is null then later.settings else earlier.settings end) as changes
    from bulk_job_accounts own
    join earlier on earlier.id = own.job_id
    join (select * from setting except select * from undone) as standing on standing.account = own.account
    join later on later.id = standing.id
    where ${isAmong(sql`own.account`, only) ?? sql`true`}
    group by own.account`)
  return new Map(
    rows.map((row) => [
      row.account,
      row.changes.flatMap((change) =>
        change.kind === 'restore' ? [] : wantedVariants(change).flatMap(fieldsOf),
      ),
    ]),
  )
}
