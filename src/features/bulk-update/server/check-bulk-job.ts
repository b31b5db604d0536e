import { and, eq, inArray } from 'drizzle-orm'
import { bulkJobs } from '#base/db/schema/index.ts'
import { conflict, notFound, ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import {
  type BulkJobProgress,
  bulkJobMessages,
  isUnfinished,
  type RetryBody,
  unfinishedStatuses,
} from '../rules/bulk-job.ts'
import type { BulkChange } from './bulk-change.ts'
import { confirmChanges } from './confirm-changes.ts'
import { lookingOn, refusalOf } from './fetch-accounts.ts'
import { wishOf } from './job-accounts.ts'
import { findBulkJob, readBulkJob } from './read-bulk-job.ts'
import { accessFor } from './retry-bulk-job.ts'
import { openMarkers } from './stored-marker.ts'

/**
 * Reads the accounts of an ended update again of which nobody knows whether they changed; nothing is written to the
 * tool. Throws a `Refusal` while an update of the tool runs, which may change them meanwhile.
 */
export async function checkBulkJob(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'vendors'>,
  customerId: string,
  jobId: string,
  given: RetryBody,
): Promise<BulkJobProgress> {
  const { db, vendors } = deps
  const job = await findBulkJob(db, customerId, jobId)
  const { tool } = job
  if (tool === 'forwarding') throw notFound('There is no such update.')
  if (isUnfinished(job)) throw conflict(bulkJobMessages.stillRunning)
  const [running] = await db
    .select({ jobId: bulkJobs.id })
    .from(bulkJobs)
    .where(
      and(
        eq(bulkJobs.customerId, customerId),
        eq(bulkJobs.tool, tool),
        inArray(bulkJobs.status, unfinishedStatuses),
      ),
    )
  if (running) throw conflict(bulkJobMessages.undoWaits, running)
  const wish = await wishOf(db, jobId, job.settings as unknown as BulkChange)
  if (!wish) throw ruleBroken(bulkJobMessages.nothingToUndo)
  const access = await accessFor(deps, customerId, tool, given)
  const opened = await openMarkers(deps, customerId, { tool, access } as BulkAccess)
  try {
    await confirmChanges(db, jobId, {
      tool: vendors.bulkTool(opened),
      wish,
      ctx: lookingOn,
      // Whatever lagged behind then has caught up.
      pauseBeforeSecondRead: async () => {},
    })
  } catch (error) {
    if (!isVendorError(error)) throw error
    throw ruleBroken(refusalOf(error))
  }
  return readBulkJob(db, customerId, jobId)
}
