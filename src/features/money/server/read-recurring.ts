import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { type Renewing, renewing } from '#features/billing/rules/renewing.ts'
import { billingPeriodDays } from '#features/plans/rules/catalog.ts'
import type { RecurringFact } from '../rules/money-report.ts'
import type { Range } from './read-payments.ts'
import { whatRenews } from './what-renews.ts'

/** No period that is paid for is longer; what has begun earlier is over. */
const longestDays = 2 * billingPeriodDays + 2

/** From the start of the first month to the end of the last. Listed, so that the database knows how few they are. */
function monthStarts({ from, until }: Range): Date[] {
  const starts = [from]
  for (let at = from; at < until; starts.push(at))
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
  return starts
}

interface Billed extends Record<string, unknown> {
  customerId: string
  subscriptionId: string
  plan: string
}
interface Paid extends Billed {
  /** Which month's end; 0 is the one before the first. */
  n: number
  paid: number
  returned: number
  cancelled: number
  held: number
}

/**
 * What will renew at the end of each month, or now, what was paid for then and why the two differ, and what came and went
 * since the month before: by subscription and plan, so that one that grows makes no other one's loss smaller.
 */
export async function readRecurring(db: Db, range: Range): Promise<RecurringFact[]> {
  const ends = monthStarts(range)
  const isPresent = range.until.getTime() > (await databaseNow(db))
  const [{ rows: paid }, renews] = await Promise.all([
    readPaid(db, ends),
    isPresent ? readRenewing(db) : undefined,
  ])
  const keyOf = ({ subscriptionId, plan }: Billed) => `${subscriptionId} ${plan}`
  const facts: RecurringFact[] = []
  const paidAt = Map.groupBy(paid, ({ n }) => n)
  let before = new Map<string, { of: Billed; mrr: number }>()
  for (const [n] of ends.entries()) {
    const isNow = renews !== undefined && n === ends.length - 1
    const lines = new Map<string, { of: Billed; line: Renewing }>()
    for (const row of paidAt.get(n) ?? [])
      lines.set(keyOf(row), {
        of: row,
        line: renewing(row, isNow ? (renews.get(keyOf(row))?.cents ?? 0) : undefined),
      })
    for (const [key, row] of isNow ? renews : [])
      if (!lines.has(key)) lines.set(key, { of: row, line: renewing(nothingPaid, row.cents) })
    if (n > 0)
      facts.push(...changes(before, lines).map((fact) => ({ ...fact, month: monthBefore(ends[n] as Date) })))
    before = new Map([...lines].map(([key, { of, line }]) => [key, { of, mrr: line.mrr }]))
  }
  return facts
}

const nothingPaid = { paid: 0, returned: 0, cancelled: 0, held: 0 }
const monthBefore = (end: Date): string => new Date(end.getTime() - 1).toISOString().slice(0, 7)

/** One month's facts, with what differs from the month before. */
function changes(
  before: ReadonlyMap<string, { of: Billed; mrr: number }>,
  after: ReadonlyMap<string, { of: Billed; line: Renewing }>,
): Omit<RecurringFact, 'month'>[] {
  const factOf = ({ customerId, plan }: Billed, line: Renewing, mrrBefore: number) => ({
    ...line,
    customerId,
    plan,
    new: Math.max(0, line.mrr - mrrBefore),
    lost: Math.max(0, mrrBefore - line.mrr),
  })
  const gone = [...before].filter(([key]) => !after.has(key))
  return [
    ...[...after].map(([key, { of, line }]) => factOf(of, line, before.get(key)?.mrr ?? 0)),
    ...gone.map(([, { of, mrr }]) => factOf(of, renewing(nothingPaid), mrr)),
  ]
}

async function readRenewing(db: Db): Promise<Map<string, Billed & { cents: number }>> {
  const { rows } = await db.execute<Billed & { cents: number }>(sql`
    select subscription_id as "subscriptionId", customer_id as "customerId", plan, sum(cents)::int as cents
    from ${whatRenews} renews group by 1, 2, 3`)
  return new Map(rows.map((row) => [`${row.subscriptionId} ${row.plan}`, row]))
}

/**
 * Paid for is a period whose invoice is paid, or is being charged for the first time at this moment. Of it has stopped
 * what was cancelled, or put on hold, after it was paid; what a group that is paid for anew was paid for before; and all
 * of an invoice whose money went back.
 */
const readPaid = (db: Db, ends: readonly Date[]) =>
  db.execute<Paid>(sql`
    with ends as (
      select n::int - 1 as n, least(at, now()) as at
      from unnest(${sql.param(ends.map((end) => end.toISOString()))}::timestamptz[]) with ordinality as e(at, n)
    ),
    served as (
      select b.subscription_id, b.plan, b.monthly_cents as cents,
        case when b.status = 'cancelled' then b.cancelled_at end as cancelled_at,
        least(case when b.hold is not null then b.hold_since end, c.billing_stopped_at) as held_at
      from bundles b join customers c on c.id = b.customer_id
      where b.subscription_id is not null and b.status in ('live', 'cancelled')
      union all
      select k.subscription_id, b.plan, b.monthly_cents, min(anew.paid_at), null
      from bundles b
        join checkout_items i on i.bundle_id = b.id
        join checkouts k on k.id = i.checkout_id and k.subscription_id <> b.subscription_id
        join checkout_items again on again.bundle_id = b.id
        join checkouts anew on anew.id = again.checkout_id and anew.subscription_id is not null
          and anew.paid_at > k.paid_at
      group by k.subscription_id, b.id
    ),
    billed as (
      select e.n, e.at, i.customer_id, i.subscription_id, i.payment_intent_id, coalesce(i.paid_at, i.made_at) as since,
        l.plan, l.list_cents
      from ends e
        join invoice_lines l on l.plan is not null and l.period_start <= e.at
          and l.period_start > e.at - make_interval(days => ${longestDays}) and l.period_end > e.at
        join invoices i on i.stripe_id = l.invoice_id and i.subscription_id is not null
          and (i.status = 'paid' or (i.status in ('draft', 'open') and i.attempts = 0))
    ),
    went_back as (
      select payment_intent_id, all_of.at from (select distinct payment_intent_id from billed) of_these
        cross join lateral (
          select min(made_at) as at from (
            select ch.amount_cents, r.made_at,
              sum(r.cents) over (partition by ch.stripe_id order by r.made_at, r.stripe_id) as back
            from charges ch join charge_returns r on r.charge_id = ch.stripe_id
            where ch.payment_intent_id = of_these.payment_intent_id and (r.kind, r.outcome) in
              (('refund', 'pending'), ('refund', 'succeeded'), ('dispute', 'open'), ('dispute', 'lost'))
          ) returned where back >= amount_cents
        ) all_of
    ),
    paid as (
      select b.n, b.at, b.customer_id, b.subscription_id, b.plan, sum(b.list_cents)::int as cents,
        coalesce(sum(b.list_cents) filter (where w.at <= b.at), 0)::int as returned,
        min(b.since) as since
      from billed b left join went_back w on w.payment_intent_id = b.payment_intent_id
      group by 1, 2, 3, 4, 5
    )
    select p.n, p.customer_id as "customerId", p.subscription_id as "subscriptionId", p.plan, p.cents as paid, p.returned,
      coalesce(sum(s.cents) filter (where s.cancelled_at > p.since and s.cancelled_at <= p.at), 0)::int as cancelled,
      coalesce(sum(s.cents) filter (where s.held_at > p.since and s.held_at <= p.at
        and (s.cancelled_at is null or s.cancelled_at > p.at)), 0)::int as held
    from paid p left join served s on s.subscription_id = p.subscription_id and s.plan = p.plan
    group by p.n, p.customer_id, p.subscription_id, p.plan, p.cents, p.returned`)
