import { asc, sql } from 'drizzle-orm'
import type { ResponseOf } from '#base/api/endpoint.ts'
import type { Db } from '#base/db/client.ts'
import { workerRounds } from '#base/db/schema/index.ts'
import type { consoleHome } from '../api/console-home.ts'
import { isoOf } from './read-waiting.ts'

type Home = ResponseOf<typeof consoleHome>

/** How the workers' rounds ended last, whichever process made them. */
export async function readRounds(db: Db): Promise<Home['rounds']> {
  const { what, everyMs, doneAt, failedAt, problem } = workerRounds
  const rows = await db
    .select({
      what,
      everyMs,
      doneAt,
      // By the database: rounds can end in one millisecond, which is all that a `Date` tells.
      problem: sql<
        string | null
      >`case when ${failedAt} > coalesce(${doneAt}, '-infinity') then ${problem} end`,
    })
    .from(workerRounds)
    .orderBy(asc(everyMs), asc(what))
  return rows.map((round) => ({ ...round, doneAt: isoOf(round.doneAt) }))
}

/** What waits for a worker at this moment. */
export async function readDue(db: Db): Promise<Home['due']> {
  const { rows } = await db.execute<{
    names: number
    oldest: Date | null
    mails: number
    events: number
  }>(sql`
    select count(*)::int as names, min(next_run_at) as oldest,
      (select count(*)::int from outbox where sent_at is null and failed_at is null and dropped_at is null) as mails,
      (select count(*)::int from stripe_events where processed_at is null) as events
    from domain_names where next_run_at <= now() and (lease_until is null or lease_until < now())`)
  const [row] = rows
  return {
    names: row?.names ?? 0,
    oldestName: isoOf(row?.oldest),
    mails: row?.mails ?? 0,
    paymentEvents: row?.events ?? 0,
  }
}
