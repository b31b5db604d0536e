import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { billingPeriodDays } from '#features/plans/rules/catalog.ts'
import type { ForecastMonth } from '../api/console-money.ts'
import { costOf, type Spent } from '../rules/cost-of.ts'
import { sumOf } from '../rules/figure.ts'
import { readCostPrices } from './read-money.ts'
import { monthOf } from './read-payments.ts'
import { isKeptAt, isRegistered, tld } from './read-spent.ts'
import { whatRenews } from './what-renews.ts'

const yearDays = 365

interface Renewals extends Record<string, unknown> {
  month: string
  renewals: number
  cents: number
}

/**
 * What renews itself in the coming months if nothing changes: what is billed every billing period, from the end of the one
 * that is paid; and names, on the day they were registered.
 */
export async function readForecast(db: Db, months: readonly string[]): Promise<ForecastMonth[]> {
  const renewing = db.execute<Renewals>(sql`
    with due_next as (
      select subscription_id, period_end, sum(cents) as cents from ${whatRenews} renews group by 1, 2
    )
    select ${monthOf(sql`due`)} as month, count(*)::int as renewals, sum(cents)::int as cents
    from due_next cross join lateral generate_series(period_end, now() + make_interval(days => ${yearDays}),
      make_interval(days => ${billingPeriodDays})) due
    where due > now() group by 1`)
  const ofNames = db.execute<Spent & Record<string, unknown>>(sql`
    select ${monthOf(sql`y.at`)} as month, 'renewal' as kind, ${tld} as subject, count(*)::int as count
    from domains d
      cross join lateral (select d.setup_started_at
        + (floor(extract(epoch from now() - d.setup_started_at) / 31557600) + 1) * interval '1 year' as at) y
    where d.setup_started_at is not null and y.at > now() and ${isRegistered} and ${isKeptAt(sql`y.at`)}
    group by 1, 3`)
  const [{ rows: renewals }, { rows: names }, prices] = await Promise.all([
    renewing,
    ofNames,
    readCostPrices(db),
  ])
  return months.map((month) => {
    const due = renewals.find((row) => row.month === month)
    const renewed = names.filter((row) => row.month === month)
    return {
      month,
      renewals: due?.renewals ?? 0,
      renewed: due?.cents ?? 0,
      domains: renewed.reduce((sum, { count }) => sum + count, 0),
      domainCost: sumOf(renewed.map((row) => costOf(prices, row))),
    }
  })
}
