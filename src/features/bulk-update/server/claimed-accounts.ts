import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { type BulkAccountData, bulkJobAccounts } from '#base/db/schema/index.ts'
import { accountsMax } from '../rules/account-lists.ts'
import type { bulkOutcomes } from '../rules/bulk-job.ts'
import type { AccountBefore } from './bulk-change.ts'
import { type JobAccount, jobAccount, jobAccountsWhere } from './job-accounts.ts'

/** An account that this worker has taken on: until its outcome is known, `at` says until when it is taken. */
export interface ClaimedAccount extends JobAccount {
  /** Tries that ended in a failure that may pass. */
  attempts: number
}

export interface AccountOutcome {
  id: string
  outcome: (typeof bulkOutcomes)[number]
  reason?: string
  /** The vendor's own words. */
  details?: string
}

const { jobId: ofJob, account, outcome, position } = bulkJobAccounts
const withoutOutcome = (jobId: string) => and(eq(ofJob, jobId), isNull(outcome))

/** Accounts that are worked on together: as many as one request may name. */
const partSize = accountsMax

/** Where the part ends that is worked on next, as a position that is not in it any more; undefined when all have their outcome. */
export async function nextPart(db: Db, jobId: string): Promise<number | undefined> {
  const [first] = await db
    .select({ position })
    .from(bulkJobAccounts)
    .where(withoutOutcome(jobId))
    .orderBy(position)
    .limit(1)
  return first && (Math.floor(first.position / partSize) + 1) * partSize
}

/** Takes on the next accounts of a part that no one works on. A worker that dies lets go of its own after the lease. */
export async function claimAccounts(
  db: Db,
  jobId: string,
  { max, leaseMs, below }: { max: number; leaseMs: number; below: number },
): Promise<ClaimedAccount[]> {
  const { rows } = await db.execute<{
    account: string
    data: BulkAccountData
    before: AccountBefore | null
  }>(sql`
    with free as materialized (
      select account from bulk_job_accounts
      where job_id = ${jobId} and outcome is null and position < ${below}
        and (at is null or at < now() - ${leaseMs} * interval '1 millisecond')
      order by position limit ${max} for update skip locked
    )
    update bulk_job_accounts as a set at = now() from free
    where a.job_id = ${jobId} and a.account = free.account
    returning a.account, a.data, a.before`)
  return rows.map(({ account: id, data, before }) => ({
    ...jobAccount(id, data, before),
    attempts: data.attempts ?? 0,
  }))
}

const among = (ids: readonly string[]) => sql`${account} = any(${sql.param(ids)})`

/**
 * Waits for no row, or it would wait for those that get their outcome in another order: they need none. The rows are found
 * once: as a subquery they were found, and locked, anew for each of them.
 */
export async function renewClaims(db: Db, jobId: string, ids: readonly string[]): Promise<void> {
  await db.execute(sql`
    with free as materialized (
      select account from bulk_job_accounts
      where job_id = ${jobId} and outcome is null and account = any(${sql.param(ids)}::text[])
      for update skip locked
    )
    update bulk_job_accounts as a set at = now() from free
    where a.job_id = ${jobId} and a.account = free.account`)
}

/** Gives accounts back that have no outcome yet, and counts the try where there was one. */
export async function releaseClaims(
  db: Db,
  jobId: string,
  ids: readonly string[],
  { tried }: { tried: boolean },
): Promise<void> {
  if (ids.length === 0) return
  const attempts = sql`${bulkJobAccounts.data} || jsonb_build_object('attempts', coalesce((${bulkJobAccounts.data}->>'attempts')::int, 0) + 1)`
  await db
    .update(bulkJobAccounts)
    .set({ at: null, ...(tried && { data: attempts }) })
    .where(and(withoutOutcome(jobId), among(ids)))
}

/** Taken on, or tried without an answer: without an outcome, whether a call reached it is not known. */
export const isDoubtful = or(
  isNotNull(bulkJobAccounts.at),
  isNotNull(sql`${bulkJobAccounts.data}->>'attempts'`),
)

export const doubtfulAccounts = (db: Db, jobId: string, part: SQL | undefined): Promise<JobAccount[]> =>
  jobAccountsWhere(db, and(withoutOutcome(jobId), isDoubtful, part))

export async function isAnyLeft(db: Db, jobId: string, below?: number): Promise<boolean> {
  const [left] = await db
    .select({ account })
    .from(bulkJobAccounts)
    .where(and(withoutOutcome(jobId), below === undefined ? undefined : lt(position, below)))
    .limit(1)
  return left !== undefined
}

/** Also for an account that was left out, or of which nothing was known, since the job ended while its call was under way. */
async function writeOutcomes(db: Db, jobId: string, outcomes: readonly AccountOutcome[]): Promise<void> {
  await db.execute(sql`
    update bulk_job_accounts as a set outcome = u.outcome, reason = u.reason, at = now(),
      data = case when u.details is null then a.data else a.data || jsonb_build_object('details', u.details) end
    from unnest(
      ${sql.param(outcomes.map(({ id }) => id))}::text[],
      ${sql.param(outcomes.map((each) => each.outcome))}::text[],
      ${sql.param(outcomes.map(({ reason }) => reason ?? null))}::text[],
      ${sql.param(outcomes.map(({ details }) => details ?? null))}::text[]
    ) as u (account, outcome, reason, details)
    where a.job_id = ${jobId} and a.account = u.account and (a.outcome is null or a.outcome in ('skipped', 'unknown'))`)
}

/**
 * Writes outcomes as they come, one statement at a time, each with all that have gathered meanwhile. `flush`
 * ends when everything noted before is written, and throws what a write has thrown.
 */
export function createOutcomeWriter(db: Db, jobId: string) {
  let gathered: AccountOutcome[] = []
  let writing: Promise<void> | undefined
  async function write(): Promise<void> {
    while (gathered.length > 0) {
      const batch = gathered
      gathered = []
      await writeOutcomes(db, jobId, batch)
    }
  }
  const start = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = undefined
    })
    return writing
  }
  return {
    note(outcome: AccountOutcome) {
      gathered.push(outcome)
      // A failed write is thrown by `flush`, which finds nothing written and tries no more.
      start().catch(() => {})
    },
    async flush() {
      // One may be noted after the last write has looked, and before it counts as ended.
      do await start()
      while (gathered.length > 0)
    },
  }
}
