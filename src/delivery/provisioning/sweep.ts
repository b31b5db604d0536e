import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainNames } from '#base/db/schema/index.ts'
import type { Queue } from '#base/queue/queue.ts'
import { wake } from './wake.ts'

/** Names woken by one sweep at most. */
const batch = 500

/** How long a wake-up is given before it counts as lost. */
export const lostAfterSeconds = 25

/** Due and free: a holder that ended gives its lease back; one that ran out was held by someone who is gone. */
const isDue = sql`next_run_at <= now() and (lease_until is null or lease_until < now())`

/**
 * Wakes the names whose time has come and that nobody works on, and those whose worker is gone: whoever takes a lease
 * leaves its name due by the end of it. A wake-up that was lost, with its job or with the whole queue, costs only the
 * time until this finds the name again; until then it is not woken twice, however long the queue is. Both parts are read
 * off an index in order and end with the first that is not due or not wanted, so names that rest cost nothing. Returns
 * how many were woken.
 */
export async function wakeDueNames(db: Db, queue: Queue): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ name: string; urgent: boolean }>(sql`
      with urgently as materialized (
        select name from ${domainNames} where urgent and ${isDue}
        order by next_run_at limit ${batch} for update skip locked
      ), others as materialized (
        select name from ${domainNames} where not urgent and ${isDue}
        order by next_run_at limit ${batch} - (select count(*) from urgently) for update skip locked
      )
      update ${domainNames}
      set next_run_at = now() + make_interval(secs => ${lostAfterSeconds}), lease_token = null, lease_until = null
      where name in (select name from urgently union all select name from others)
      returning name, urgent`)
    await wake(tx, queue, rows)
    return rows.length
  })
}
