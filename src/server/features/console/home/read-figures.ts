import { sql } from 'drizzle-orm'
import type { consoleFigures } from '#shared/api/console/home.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { plans } from '#shared/plans/catalog.ts'
import { keysOf } from '#shared/records/keys-of.ts'
import type { Db } from '../../../db/client.ts'
import { vendorNames } from '../../../providers/vendor-error.ts'

type Figures = ResponseOf<typeof consoleFigures>
const months = 12
const days = 30
const weeks = 12

/** What the groups that were live at the end of each month, or are now, cost a month by the catalogue. */
export async function readIncome(db: Db): Promise<NonNullable<Figures['income']>> {
  const prices = sql.join(
    keysOf(plans).map((plan) => sql`(${plan}::text, ${plans[plan].monthlyCents}::int)`),
    sql`, `,
  )
  const { rows } = await db.execute<{ month: string; cents: number }>(sql`
    with prices(plan, cents) as (values ${prices}),
    ends as (
      select m as month, least(m + interval '1 month', now()) as until
      from generate_series(date_trunc('month', now()) - ${months - 1} * interval '1 month', now(), interval '1 month') m
    )
    select to_char(e.month, 'YYYY-MM') as month, coalesce(sum(p.cents), 0)::int as cents
    from ends e
      left join (bundles b join orders o on o.id = b.order_id and o.paid_at is not null join prices p on p.plan = b.plan)
        on o.paid_at < e.until and (b.cancelled_at is null or b.cancelled_at >= e.until)
    group by e.month order by e.month`)
  return rows
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
