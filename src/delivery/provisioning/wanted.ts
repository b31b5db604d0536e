import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainNames } from '#base/db/schema/index.ts'
import type { Queue } from '#base/queue/queue.ts'
import { wake } from './wake.ts'

/** Names written by one statement at most. */
const slice = 500

/**
 * Notes that what is wanted of these names has changed, and wakes the reconciler, all in the caller's
 * transaction. Urgent ones have workers of their own, until they are as wanted or something that is not urgent is wanted of
 * them. Rows are locked in sorted order, so that two changes never wait for each other in a circle.
 */
export async function raiseWanted(
  tx: Db,
  queue: Queue,
  names: readonly string[],
  { urgent = false }: { urgent?: boolean } = {},
): Promise<void> {
  const sorted = [...new Set(names)].sort()
  for (let from = 0; from < sorted.length; from += slice) {
    const some = sorted.slice(from, from + slice)
    await tx
      .insert(domainNames)
      .values(some.map((name) => ({ name, wantedRev: 1, urgent, nextRunAt: sql`now()` })))
      .onConflictDoUpdate({
        target: domainNames.name,
        set: {
          wantedRev: sql`${domainNames.wantedRev} + 1`,
          nextRunAt: sql`now()`,
          urgent,
          attempts: 0,
        },
      })
    await wake(
      tx,
      queue,
      some.map((name) => ({ name, urgent })),
    )
  }
}
