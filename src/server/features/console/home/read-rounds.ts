import { asc, sql } from 'drizzle-orm'
import type { consoleHome } from '#shared/api/console/home.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import type { Db } from '../../../db/client.ts'
import { workerRounds } from '../../../db/schema/index.ts'
import { isoOf } from './read-waiting.ts'

type Home = ResponseOf<typeof consoleHome>

/** How the workers' rounds ended last, whichever process made them. */
export async function readRounds(db: Db): Promise<Home['rounds']> {
  const rows = await db.select().from(workerRounds).orderBy(asc(workerRounds.everyMs), asc(workerRounds.what))
  return rows.map(({ what, everyMs, doneAt, failedAt, problem }) => ({
    what,
    everyMs,
    doneAt: isoOf(doneAt),
    problem: failedAt && (!doneAt || failedAt > doneAt) ? problem : null,
  }))
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
      (select count(*)::int from outbox where sent_at is null and failed_at is null) as mails,
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
