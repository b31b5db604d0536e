import { and, eq, gt, inArray, lt, ne, notExists, sql } from 'drizzle-orm'
import { bulkJobAccounts, bulkJobs } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dropExpiredCredentials } from './kept-credentials.ts'
import { bulkLeaseMs } from './run-bulk-job.ts'

/**
 * Wakes the updates that have not ended and that no one works on: their wake-up was lost, or their worker.
 * Forgets credentials whose time is over.
 */
export async function sweepBulkJobs({ db, queue }: Pick<Dependencies, 'db' | 'queue'>): Promise<void> {
  await dropExpiredCredentials(db)
  await db.transaction(async (tx) => {
    const lease = sql`now() - ${bulkLeaseMs} * interval '1 millisecond'`
    const signOfLife = tx
      .select({ account: bulkJobAccounts.account })
      .from(bulkJobAccounts)
      .where(and(eq(bulkJobAccounts.jobId, bulkJobs.id), gt(bulkJobAccounts.at, lease)))
    const jobs = await tx
      .select({ jobId: bulkJobs.id })
      .from(bulkJobs)
      .where(
        and(
          inArray(bulkJobs.status, ['queued', 'running']),
          ne(bulkJobs.tool, 'forwarding'),
          lt(bulkJobs.createdAt, sql`now() - interval '5 seconds'`),
          notExists(signOfLife),
        ),
      )
    await queue.add(tx, 'bulk-job', jobs)
  })
}
