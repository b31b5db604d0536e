import { and, eq, gt, inArray, isNull, lt, lte, ne, notExists, or, sql } from 'drizzle-orm'
import { bulkJobAccounts, bulkJobs } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { unfinishedStatuses } from '../rules/bulk-job.ts'
import { bulkLeaseMs } from './job-run.ts'
import { dropExpiredCredentials } from './kept-credentials.ts'

/**
 * Wakes the updates that have not ended and that no one works on: their wake-up was lost, or their worker, or the time
 * is over for which their tool had asked them to wait.
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
          inArray(bulkJobs.status, unfinishedStatuses),
          ne(bulkJobs.tool, 'forwarding'),
          lt(bulkJobs.createdAt, sql`now() - interval '5 seconds'`),
          or(isNull(bulkJobs.waitUntil), lte(bulkJobs.waitUntil, sql`now()`)),
          notExists(signOfLife),
        ),
      )
    await queue.add(tx, 'bulk-job', jobs)
  })
}
