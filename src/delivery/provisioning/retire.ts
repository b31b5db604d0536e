import { and, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domains } from '#base/db/schema/index.ts'
import type { Queue } from '#base/queue/queue.ts'
import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'
import { isRunning } from '../domains/running.ts'
import { raiseWanted } from './wanted.ts'

/** Mailboxes and their mail are kept this long after they were disabled. */
export const afterGracePeriod = sql`now() + make_interval(days => ${mailboxRetentionDays})`

/**
 * Takes down those of the domains that run, in the caller's transaction: their mailboxes are disabled at once, and
 * purged at `purgeAt`; then their names are released.
 */
export async function retire(
  { queue }: { queue: Queue },
  tx: Db,
  which: SQL,
  purgeAt: SQL = afterGracePeriod,
): Promise<void> {
  const retired = await tx
    .update(domains)
    .set({ want: 'retire', status: 'cancelled', statusNote: null, retireAt: purgeAt })
    .where(and(which, isRunning))
    .returning({ name: domains.name })
  await raiseWanted(
    tx,
    queue,
    retired.map(({ name }) => name),
  )
}
