import { sql } from 'drizzle-orm'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { readBackfill } from '#base/db/books-read.ts'
import type { Db } from '#base/db/client.ts'
import { rangeOf } from '#features/money/server/read-money.ts'
import { readRecurring } from '#features/money/server/read-recurring.ts'
import { lastMonths } from '#features/money/server/show-money.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import type { consoleFigures } from '../api/console-home.ts'

type Figures = ResponseOf<typeof consoleFigures>
const days = 30
const weeks = 12

/** What will renew as of the end of each month, or now, as the Money page has it. None until the books are read. */
export async function readIncome(db: Db): Promise<NonNullable<Figures['income']>> {
  if ((await readBackfill(db)).stage !== 'done') return []
  const asked = lastMonths()
  const byMonth = Map.groupBy(await readRecurring(db, rangeOf(asked)), ({ month }) => month)
  return asked.map((month) => ({
    month,
    cents: (byMonth.get(month) ?? []).reduce((sum, { mrr }) => sum + mrr, 0),
  }))
}

/** Domains that were delivered, by day, and how long that took, by week. */
export async function readDeliveries(db: Db): Promise<Pick<Figures, 'setUps' | 'delivery'>> {
  const [setUps, delivery] = await Promise.all([
    db.execute<{ day: string; domains: number }>(sql`
      select to_char(day, 'YYYY-MM-DD') as day, count(d.id)::int as domains
      from generate_series(date_trunc('day', now()) - ${days - 1} * interval '1 day', now(), interval '1 day') day
        left join domains d on d.delivered_at >= day and d.delivered_at < day + interval '1 day'
      group by day order by day`),
    db.execute<{ week: string; median: number | null; slow: number | null; domains: number }>(sql`
      select to_char(week, 'YYYY-MM-DD') as week, count(d.id)::int as domains,
        percentile_cont(0.5) within group (order by extract(epoch from d.delivered_at - d.setup_started_at) / 60) as median,
        percentile_cont(0.95) within group (order by extract(epoch from d.delivered_at - d.setup_started_at) / 60) as slow
      from generate_series(date_trunc('week', now()) - ${weeks - 1} * interval '1 week', now(), interval '1 week') week
        left join domains d on d.delivered_at >= week and d.delivered_at < week + interval '1 week'
          and d.setup_started_at is not null
      group by week order by week`),
  ])
  return { setUps: setUps.rows, delivery: delivery.rows }
}

/** Calls to third parties and what went wrong with them, of the last day. */
export async function readErrors(db: Db): Promise<Figures['errors']> {
  const { rows } = await db.execute<{ hour: Date; vendor: string; calls: number; errors: number }>(
    sql`select hour, vendor, calls, errors from vendor_hours where hour > now() - interval '24 hours' order by hour, vendor`,
  )
  const names: Record<string, string> = vendorNames
  return rows.map(({ hour, vendor, ...counts }) => ({
    ...counts,
    hour: new Date(hour).toISOString(),
    vendor: names[vendor] ?? vendor,
  }))
}
