import { and, asc, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bulkJobAccounts, bulkJobs, domainNames } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { required } from '#base/text/required.ts'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import { type BulkJobProgress, isUnfinished, resultsKeptDays, unfinishedStatuses } from '../rules/bulk-job.ts'
import { setsText } from '../rules/sets-text.ts'
import { type BulkChange, type PlainChange, wantedVariants } from './bulk-change.ts'
import { mayHaveChanged } from './earlier-update.ts'
import { isNotRestored, isSkippedForGood } from './job-accounts.ts'

/** Failures that are told one by one; the count tells how many there are. */
const failuresShown = 50
/** Updates that a page shows, by how far it looks back. */
const listed = {
  day: { most: 5, ended: '1 day' },
  month: { most: 100, ended: `${resultsKeptDays} days` },
}
/** Accounts from which the pace is read, and how few say nothing of it. */
const paceOver = 100
const fewestForPace = 5
/** A longer gap between two accounts is a wait, and no pace. */
const longestGapSeconds = 10
/** How often it is noted that a page looks on. */
const watchNotedEverySeconds = 5

type Job = typeof bulkJobs.$inferSelect

/** Throws a `Refusal` for another customer's job as for none. */
export async function findBulkJob(db: Db, customerId: string, jobId: string): Promise<Job> {
  const [job] = await db
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.id, jobId), eq(bulkJobs.customerId, customerId)))
  if (!job) throw notFound('There is no such update.')
  return job
}

export async function readBulkJob(db: Db, customerId: string, jobId: string): Promise<BulkJobProgress> {
  return progressOf(db, await findBulkJob(db, customerId, jobId))
}

/** The same for its customer's page, whose looking on is noted. */
export async function watchBulkJob(db: Db, customerId: string, jobId: string): Promise<BulkJobProgress> {
  const job = await findBulkJob(db, customerId, jobId)
  const { lookedAt } = bulkJobs
  if (isUnfinished(job))
    await db
      .update(bulkJobs)
      .set({ lookedAt: sql`now()` })
      .where(
        and(
          eq(bulkJobs.id, jobId),
          sql`(${lookedAt} is null or ${lookedAt} < now() - ${watchNotedEverySeconds} * interval '1 second')`,
        ),
      )
  return progressOf(db, job)
}

/** Those under way, and after them those that ended within a day or a month; each newest first. */
export async function recentBulkJobs(
  db: Db,
  customerId: string,
  tools: readonly BulkToolId[],
  within: keyof typeof listed = 'day',
): Promise<(BulkJobProgress & { tool: BulkToolId })[]> {
  const { most, ended } = listed[within]
  const jobs = await db
    .select()
    .from(bulkJobs)
    .where(
      and(
        eq(bulkJobs.customerId, customerId),
        inArray(bulkJobs.tool, [...tools]),
        or(
          inArray(bulkJobs.status, unfinishedStatuses),
          gt(bulkJobs.finishedAt, sql`now() - ${ended}::interval`),
        ),
      ),
    )
    // However many have ended since: what is under way is not left out.
    .orderBy(desc(inArray(bulkJobs.status, unfinishedStatuses)), desc(bulkJobs.createdAt))
    .limit(most)
  return Promise.all(
    jobs.map(async (job) => ({
      ...(await progressOf(db, job)),
      tool: required(
        tools.find((tool) => tool === job.tool),
        'the tool of an update',
      ),
    })),
  )
}

export async function progressOf(db: Db, job: Job): Promise<BulkJobProgress> {
  const { changed, ...counts } =
    job.tool === 'forwarding' ? await countNames(db, job.id) : await countAccounts(db, job.id)
  const failures =
    counts.failed === 0
      ? []
      : await db
          .select({ account: bulkJobAccounts.account, reason: bulkJobAccounts.reason })
          .from(bulkJobAccounts)
          .where(and(eq(bulkJobAccounts.jobId, job.id), eq(bulkJobAccounts.outcome, 'failed')))
          .orderBy(asc(bulkJobAccounts.position))
          .limit(failuresShown)
  const isDone = job.tool === 'forwarding' && job.status === 'running' && counts.finished === counts.total
  const status = isDone ? 'done' : job.status
  const isWaiting = job.waitUntil !== null && job.waitUntil > new Date()
  return {
    jobId: job.id,
    operation: job.operation,
    ...(await saidOf(db, job)),
    status,
    ...(job.problem && { problem: job.problem }),
    ...counts,
    ...(job.phase && { phase: job.phase }),
    ...(isWaiting && { waitUntil: job.waitUntil?.toISOString() }),
    ...(status === 'running' && !isWaiting && (await secondsLeft(db, job, counts))),
    ...(job.startedAt && { startedAt: job.startedAt.toISOString() }),
    ...(job.finishedAt && { finishedAt: job.finishedAt.toISOString() }),
    createdAt: job.createdAt.toISOString(),
    canUndo: Boolean(job.finishedAt && job.access) && job.operation !== 'undo' && changed > 0,
    failures: failures.map(({ account, reason }) => ({ account, reason: reason ?? '' })),
  }
}

type Counts = Pick<
  BulkJobProgress,
  'total' | 'finished' | 'failed' | 'unknown' | 'unchanged' | 'notRestored' | 'skippedForGood' | 'confirmed'
> & {
  /** Accounts that it has changed, or may have. */
  changed: number
}

export async function countAccounts(db: Db, jobId: string): Promise<Counts> {
  const { outcome, data } = bulkJobAccounts
  const [counts] = await db
    .select({
      total: sql<number>`count(*)::int`,
      finished: sql<number>`count(*) filter (where ${outcome} <> 'skipped')::int`,
      failed: sql<number>`count(*) filter (where ${outcome} = 'failed')::int`,
      unknown: sql<number>`count(*) filter (where ${outcome} = 'unknown')::int`,
      unchanged: sql<number>`count(*) filter (where ${outcome} = 'unchanged')::int`,
      notRestored: sql<number>`count(*) filter (where ${isNotRestored})::int`,
      skippedForGood: sql<number>`count(*) filter (where ${isSkippedForGood})::int`,
      changed: sql<number>`count(*) filter (where ${mayHaveChanged})::int`,
      confirmed: sql<number>`count(*) filter (where ${outcome} = 'updated' and ${data} @> '{"confirmed": true}')::int`,
    })
    .from(bulkJobAccounts)
    .where(eq(bulkJobAccounts.jobId, jobId))
  return required(counts, 'the counts')
}

/** Forwarding is followed by each name's own work: finished once that has come as far as the job wants. */
async function countNames(db: Db, jobId: string): Promise<Counts> {
  const isDone = sql`${domainNames.doneRev} >= (${bulkJobAccounts.data}->>'rev')::int`
  const [counts] = await db
    .select({
      total: sql<number>`count(*)::int`,
      finished: sql<number>`count(*) filter (where ${isDone})::int`,
      failed: sql<number>`0`,
      confirmed: sql<number>`count(*) filter (where ${isDone})::int`,
      changed: sql<number>`0`,
    })
    .from(bulkJobAccounts)
    .leftJoin(domainNames, eq(domainNames.name, bulkJobAccounts.account))
    .where(eq(bulkJobAccounts.jobId, jobId))
  return required(counts, 'the counts')
}

/** By the pace of the last accounts; a stalled call or a wait does not make it slower. */
async function secondsLeft(
  db: Db,
  job: Job,
  { total, finished }: Pick<Counts, 'total' | 'finished'>,
): Promise<{ secondsLeft?: number }> {
  if (job.tool === 'forwarding') return pastPace(job, { total, finished })
  const { rows } = await db.execute<{ accounts: number; seconds: number }>(sql`
    select count(*)::int as accounts, coalesce(sum(least(gap, ${longestGapSeconds})) filter (where gap is not null), 0)::float8 as seconds from (
      select extract(epoch from at - lag(at) over (order by at)) as gap from (
        select at from bulk_job_accounts
        where job_id = ${job.id} and outcome in ('updated', 'failed', 'unknown') order by at desc limit ${paceOver}
      ) as latest
    ) as gaps`)
  const { accounts = 0, seconds = 0 } = rows[0] ?? {}
  if (accounts < fewestForPace || seconds === 0) return {}
  return { secondsLeft: (seconds / (accounts - 1)) * (total - finished) }
}

function pastPace(
  { startedAt }: Job,
  { total, finished }: Pick<Counts, 'total' | 'finished'>,
): { secondsLeft?: number } {
  if (!startedAt || finished < fewestForPace) return {}
  const perName = (Date.now() - startedAt.getTime()) / 1000 / finished
  return { secondsLeft: Math.max(0, perName * (total - finished)) }
}

/** What an update sets, and of an undo what it takes back. */
async function saidOf(db: Db, { tool, settings }: Job): Promise<Pick<BulkJobProgress, 'undoes' | 'sets'>> {
  if (tool === 'forwarding') return {}
  const change = settings as unknown as BulkChange
  if (change.kind !== 'restore') return { sets: setsText(tool, wantedVariants(change)) }
  const [earlier] = await db
    .select({ operation: bulkJobs.operation, settings: bulkJobs.settings })
    .from(bulkJobs)
    .where(eq(bulkJobs.id, change.of))
  return earlier
    ? {
        undoes: earlier.operation,
        sets: setsText(tool, wantedVariants(earlier.settings as unknown as PlainChange)),
      }
    : {}
}
