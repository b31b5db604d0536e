import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bulkJobAccounts, bulkJobs, helperCredentials } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { bulkJobMessages, unfinishedStatuses } from '../rules/bulk-job.ts'
import { isDoubtful } from './claimed-accounts.ts'
import { endListsOf } from './end-list.ts'

/**
 * Ends a job that has not ended yet: its credentials go, accounts it has not come to are noted as left out, those
 * that a call may have reached as not known.
 * Returns whether it was this call that ended it.
 */
export async function endBulkJob(
  tx: Db,
  jobId: string,
  status: 'done' | 'cancelled' | 'failed',
  problem?: string,
): Promise<boolean> {
  const ended = await tx
    .update(bulkJobs)
    .set({
      status,
      problem: problem ?? null,
      credentials: null,
      phase: null,
      waitUntil: null,
      finishedAt: new Date(),
    })
    .where(and(eq(bulkJobs.id, jobId), unfinished))
  if (!ended.rowCount) return false
  await tx
    .update(bulkJobAccounts)
    .set({
      outcome: sql`case when ${isDoubtful} then 'unknown' else 'skipped' end`,
      reason: sql`case when ${isDoubtful} then ${bulkJobMessages.stoppedMeanwhile} end`,
    })
    .where(and(eq(bulkJobAccounts.jobId, jobId), isNull(bulkJobAccounts.outcome)))
  return true
}

const unfinished = inArray(bulkJobs.status, unfinishedStatuses)

/**
 * Stops a job for its customer. One that has begun ends only once the calls under way have ended and what they changed
 * has been read back: until then nobody knows how many accounts are changed.
 */
export async function cancelBulkJob(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  jobId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .select({ status: bulkJobs.status })
      .from(bulkJobs)
      .where(and(eq(bulkJobs.id, jobId), unfinished))
      .for('update')
    if (job?.status === 'queued') await endBulkJob(tx, jobId, 'cancelled')
    if (job?.status !== 'running') return
    await tx.update(bulkJobs).set({ status: 'cancelling', waitUntil: null }).where(eq(bulkJobs.id, jobId))
    // A worker that is at it notices; a job that is put aside, or whose worker died, is woken.
    await queue.add(tx, 'bulk-job', [{ jobId }])
  })
}

/**
 * Ends the updates, and what is loaded, of someone who cannot sign in any more, as part of the change that keeps them out: no one else
 * could stop them, and their credentials were lent for as long as their owner can watch.
 */
export async function endBulkJobsOf(tx: Db, customerId: string): Promise<void> {
  const jobs = await tx
    .select({ id: bulkJobs.id })
    .from(bulkJobs)
    .where(and(eq(bulkJobs.customerId, customerId), ne(bulkJobs.tool, 'forwarding'), unfinished))
    .orderBy(bulkJobs.id)
  for (const { id } of jobs) await endBulkJob(tx, id, 'cancelled', bulkJobMessages.ownerStopped)
  await endListsOf(tx, customerId)
  await tx.delete(helperCredentials).where(eq(helperCredentials.customerId, customerId))
}
