import { and, asc, desc, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { domainNames } from '../db/schema/index.ts'
import type { Queue } from '../queue/queue.ts'
import { wake } from './wake.ts'

/** Names woken by one sweep at most. */
const batch = 500

/** How long a wake-up is given before it counts as lost. */
export const lostAfterSeconds = 25

/**
 * Wakes the names whose time has come and that nobody works on, and those whose worker is gone. A wake-up that was
 * lost, with its job or with the whole queue, costs only the time until this finds the name again; until then it is
 * not woken twice, however long the queue is. Returns how many were woken.
 */
export async function wakeDueNames(db: Db, queue: Queue): Promise<number> {
  return db.transaction(async (tx) => {
    // A holder that ended gives its lease back; one that ran out was held by someone who is gone.
    const isDue = or(
      and(lte(domainNames.nextRunAt, sql`now()`), isNull(domainNames.leaseUntil)),
      lt(domainNames.leaseUntil, sql`now()`),
    )
    const next = tx
      .select({ name: domainNames.name })
      .from(domainNames)
      .where(isDue)
      .orderBy(desc(domainNames.urgent), asc(domainNames.nextRunAt))
      .limit(batch)
      .for('update', { skipLocked: true })
    const due = await tx
      .update(domainNames)
      .set({
        nextRunAt: sql`now() + make_interval(secs => ${lostAfterSeconds})`,
        leaseToken: null,
        leaseUntil: null,
      })
      .where(sql`${domainNames.name} in ${next}`)
      .returning({ name: domainNames.name, urgent: domainNames.urgent })
    await wake(tx, queue, due)
    return due.length
  })
}
