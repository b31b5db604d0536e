import { sql } from 'drizzle-orm'
import type { RecurringFact } from '#shared/money/money-report.ts'
import { billingPeriodDays } from '#shared/plans/catalog.ts'
import type { Db } from '../../../db/client.ts'
import type { Range } from './read-payments.ts'

/** No period that is paid for is longer; what has begun earlier is over. */
const longestDays = 2 * billingPeriodDays + 2

/** From the start of the first month to the end of the last. Listed, so that the database knows how few they are. */
function monthStarts({ from, until }: Range): string[] {
  const starts = [from]
  for (let at = from; at < until; starts.push(at))
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
  return starts.map((start) => start.toISOString())
}

/**
 * What is paid for at the end of each month, or now, and how that differs from the month before: by subscription and
 * plan, so that one that grows makes no other one's loss smaller. Paid for is a period whose invoice is paid, or is
 * being charged for the first time at this moment.
 */
export async function readRecurring(db: Db, range: Range): Promise<RecurringFact[]> {
  const { from } = range
  const { rows } = await db.execute<RecurringFact & Record<string, unknown>>(sql`
    with ends as (
      select n::int - 1 as n, least(at, now()) as at
      from unnest(${sql.param(monthStarts(range))}::timestamptz[]) with ordinality as e(at, n)
    ),
    paid as (
      select e.n, i.customer_id, i.subscription_id, l.plan, sum(l.list_cents)::int as cents
      from ends e
        join invoice_lines l on l.plan is not null and l.period_start <= e.at
          and l.period_start > e.at - make_interval(days => ${longestDays}) and l.period_end > e.at
        join invoices i on i.stripe_id = l.invoice_id and i.subscription_id is not null
          and (i.status = 'paid' or (i.status in ('draft', 'open') and i.attempts = 0))
      group by 1, 2, 3, 4
    )
    select to_char(${from}::timestamptz at time zone 'UTC' + (coalesce(p.n, b.n + 1) - 1) * interval '1 month', 'YYYY-MM') as month,
      coalesce(p.customer_id, b.customer_id) as "customerId", coalesce(p.plan, b.plan) as plan,
      coalesce(sum(p.cents), 0)::int as "monthlyCents",
      sum(greatest(coalesce(p.cents, 0) - coalesce(b.cents, 0), 0))::int as "newCents",
      sum(greatest(coalesce(b.cents, 0) - coalesce(p.cents, 0), 0))::int as "lostCents"
    from paid p
      full join paid b on p.n = b.n + 1 and p.subscription_id = b.subscription_id and p.plan = b.plan
    where coalesce(p.n, b.n + 1) between 1 and (select max(n) from ends)
    group by 1, 2, 3`)
  return rows
}
