import { and, asc, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { BulkJobProgress } from '#shared/bulk-update/bulk-job.ts'
import { required } from '#shared/text/required.ts'
import type { BulkToolId } from '#shared/tools/sending-tools.ts'
import type { Db } from '../../db/client.ts'
import { bulkJobAccounts, bulkJobs, domainNames } from '../../db/schema/index.ts'
import { notFound } from '../../http/refusal.ts'

/** Failures that are told one by one; the count tells how many there are. */
const failuresShown = 50
/** Ended updates that a page still shows. */
const recentJobs = 5

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

/** Those under way and those that ended within a day, newest first. */
export async function recentBulkJobs(
  db: Db,
  customerId: string,
  tool: BulkToolId,
): Promise<BulkJobProgress[]> {
  const jobs = await db
    .select()
    .from(bulkJobs)
    .where(
      and(
        eq(bulkJobs.customerId, customerId),
        eq(bulkJobs.tool, tool),
        or(
          inArray(bulkJobs.status, ['queued', 'running']),
          gt(bulkJobs.finishedAt, sql`now() - interval '1 day'`),
        ),
      ),
    )
    .orderBy(desc(bulkJobs.createdAt))
    .limit(recentJobs)
  return Promise.all(jobs.map((job) => progressOf(db, job)))
}

async function progressOf(db: Db, job: Job): Promise<BulkJobProgress> {
  const counts = job.tool === 'forwarding' ? await countNames(db, job.id) : await countAccounts(db, job.id)
  const failures =
    counts.failed === 0
      ? []
      : await db
          .select({ account: bulkJobAccounts.account, reason: bulkJobAccounts.reason })
          .from(bulkJobAccounts)
          .where(
            and(eq(bulkJobAccounts.jobId, job.id), inArray(bulkJobAccounts.outcome, ['failed', 'unchanged'])),
          )
          .orderBy(asc(bulkJobAccounts.position))
          .limit(failuresShown)
  const isDone = job.tool === 'forwarding' && job.status === 'running' && counts.finished === counts.total
  const status = isDone ? 'done' : job.status
  return {
    jobId: job.id,
    operation: job.operation,
    status,
    ...(job.problem && { problem: job.problem }),
    ...counts,
    ...(status === 'running' && secondsLeft(job, counts)),
    failures: failures.map(({ account, reason }) => ({ account, reason: reason ?? '' })),
  }
}

type Counts = Pick<BulkJobProgress, 'total' | 'finished' | 'failed' | 'confirmed'>

/** An account whose tool said yes and did nothing has not been changed: it counts as failed. */
async function countAccounts(db: Db, jobId: string): Promise<Counts> {
  const { outcome, data } = bulkJobAccounts
  const [counts] = await db
    .select({
      total: sql<number>`count(*)::int`,
      finished: sql<number>`count(*) filter (where ${outcome} <> 'skipped')::int`,
      failed: sql<number>`count(*) filter (where ${outcome} in ('failed', 'unchanged'))::int`,
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
    })
    .from(bulkJobAccounts)
    .leftJoin(domainNames, eq(domainNames.name, bulkJobAccounts.account))
    .where(eq(bulkJobAccounts.jobId, jobId))
  return required(counts, 'the counts')
}

function secondsLeft({ startedAt }: Job, { total, finished }: Counts): { secondsLeft?: number } {
  if (!startedAt || finished === 0) return {}
  const perAccount = (Date.now() - startedAt.getTime()) / 1000 / finished
  return { secondsLeft: Math.max(0, perAccount * (total - finished)) }
}
