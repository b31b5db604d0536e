import { and, asc, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { domainNames } from '../db/schema/index.ts'
import type { Queue } from './queue.ts'

/** Names woken by one sweep at most. */
const batch = 500

/**
 * Wakes the names whose time has come and that nobody works on. A wake-up that was lost, with its job or with
 * the whole queue, costs only the time until this runs again. Answers how many were woken.
 */
export async function wakeDueNames(db: Db, queue: Queue): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ name: domainNames.name })
      .from(domainNames)
      .where(
        and(
          lte(domainNames.nextRunAt, sql`now()`),
          or(isNull(domainNames.leaseUntil), lt(domainNames.leaseUntil, sql`now()`)),
        ),
      )
      .orderBy(asc(domainNames.nextRunAt))
      .limit(batch)
    await queue.add(tx, 'reconcile', due)
    return due.length
  })
}
