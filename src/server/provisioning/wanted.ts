import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { domainNames } from '../db/schema/index.ts'
import type { Queue } from './queue.ts'

/**
 * Notes that what is wanted of these names has changed, and wakes the reconciler, all in the caller's
 * transaction. Rows are locked in sorted order, so that two changes never wait for each other in a circle.
 */
export async function raiseWanted(tx: Db, queue: Queue, names: readonly string[]): Promise<void> {
  const sorted = [...new Set(names)].sort()
  if (sorted.length === 0) return
  await tx
    .insert(domainNames)
    .values(sorted.map((name) => ({ name, wantedRev: 1, nextRunAt: sql`now()` as never })))
    .onConflictDoUpdate({
      target: domainNames.name,
      set: {
        wantedRev: sql`${domainNames.wantedRev} + 1` as never,
        nextRunAt: sql`now()` as never,
        attempts: 0,
      },
    })
  await queue.add(
    tx,
    'reconcile',
    sorted.map((name) => ({ name })),
  )
}
