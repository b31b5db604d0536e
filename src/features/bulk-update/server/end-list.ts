import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bulkFetches } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { bulkJobMessages } from '../rules/bulk-job.ts'
import { type LoadedList, listUnwatchedMinutes, loadedListMessages } from '../rules/loaded-list.ts'
import { bulkLeaseMs } from './job-run.ts'
import { readList } from './read-list.ts'

const isLoading = eq(bulkFetches.status, 'loading')
/** No page has asked for it for a while. */
const isUnwatched = sql`(${bulkFetches.askedAt} < now() - ${listUnwatchedMinutes} * interval '1 minute')`
/** No worker has it, or the one that had it shows no sign of life. */
export const hasNoWorker = or(
  isNull(bulkFetches.workedAt),
  lt(bulkFetches.workedAt, sql`now() - ${bulkLeaseMs} * interval '1 millisecond'`),
)

/** Ends loading where it has not ended yet: its credentials go. Returns whether it was this call that ended it. */
export async function endList(
  tx: Db,
  which: SQL | undefined,
  ending: Partial<typeof bulkFetches.$inferInsert> & { status: 'loaded' | 'cancelled' | 'failed' },
): Promise<boolean> {
  const ended = await tx
    .update(bulkFetches)
    .set({ ...ending, credentials: null, waitUntil: null })
    .where(and(which, isLoading))
  return Boolean(ended.rowCount)
}

/** Stops loading for its customer: a worker that is at it notices before its next call. */
export async function cancelList(db: Db, customerId: string, fetchId: string): Promise<LoadedList> {
  await readList(db, customerId, fetchId)
  await endList(db, eq(bulkFetches.id, fetchId), { status: 'cancelled' })
  return readList(db, customerId, fetchId)
}

/** Ends what is loaded for someone who cannot sign in any more, as `endBulkJobsOf` ends their updates. */
export const endListsOf = (tx: Db, customerId: string) =>
  endList(tx, eq(bulkFetches.customerId, customerId), {
    status: 'cancelled',
    message: bulkJobMessages.ownerStopped,
  })

/** Ends what no page asks for any more. */
export const endUnwatched = (db: Db, which?: SQL) =>
  endList(db, and(which, isUnwatched), { status: 'cancelled', message: loadedListMessages.unwatched })

/** Ends the lists that no page asks for, and wakes those that no one works on: their wake-up was lost, or their worker. */
export async function sweepLists({ db, queue }: Pick<Dependencies, 'db' | 'queue'>): Promise<void> {
  await endUnwatched(db)
  await db.transaction(async (tx) => {
    const lists = await tx
      .select({ fetchId: bulkFetches.id })
      .from(bulkFetches)
      .where(and(isLoading, hasNoWorker, lt(bulkFetches.createdAt, sql`now() - interval '5 seconds'`)))
    await queue.add(tx, 'bulk-list', lists)
  })
}
