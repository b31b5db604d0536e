import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { bulkJobAccounts, bulkJobs } from '../../db/schema/index.ts'

/**
 * Ends a job that has not ended yet: its credentials go, accounts it has not come to are noted as left out.
 * Answers whether it was this call that ended it.
 */
export async function endBulkJob(
  tx: Db,
  jobId: string,
  status: 'done' | 'cancelled' | 'failed',
  problem?: string,
): Promise<boolean> {
  const ended = await tx
    .update(bulkJobs)
    .set({ status, problem: problem ?? null, credentials: null, finishedAt: new Date() })
    .where(and(eq(bulkJobs.id, jobId), inArray(bulkJobs.status, ['queued', 'running'])))
  if (!ended.rowCount) return false
  await tx
    .update(bulkJobAccounts)
    .set({ outcome: 'skipped' })
    .where(and(eq(bulkJobAccounts.jobId, jobId), isNull(bulkJobAccounts.outcome)))
  return true
}
