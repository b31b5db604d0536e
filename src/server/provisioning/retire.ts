import { and, type SQL, sql } from 'drizzle-orm'
import { mailboxRetentionDays } from '#shared/plans/catalog.ts'
import type { Db } from '../db/client.ts'
import { domains } from '../db/schema/index.ts'
import { isRunning } from '../domains/running.ts'
import type { Queue } from '../queue/queue.ts'
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
