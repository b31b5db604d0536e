import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { PaymentFact } from '../rules/money-report.ts'

/** From the first moment of one month to that of the one after the last. Months are of UTC, as Stripe's are. */
export interface Range {
  from: Date
  until: Date
}

/** The month of a moment, as text. */
export const monthOf = (moment: SQL): SQL => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM')`

/**
 * The plan that a charge (`ch`) paid for: that of its invoice, or of the order it was made for. Several at once, and what
 * is of no plan, are named as such: a charge is never divided.
 */
const planOfCharge = sql`coalesce(
  (select case when count(distinct l.plan) = 1 then min(l.plan) when count(distinct l.plan) > 1 then 'several' end
    from invoices i join invoice_lines l on l.invoice_id = i.stripe_id and l.list_cents > 0
    where i.payment_intent_id = ch.payment_intent_id),
  (select o.plan from checkouts k join orders o on o.id = k.order_id
    where k.payment_intent_id = ch.payment_intent_id limit 1),
  'other')`

const sumWhere = (amount: SQL, condition: SQL): SQL =>
  sql`coalesce(sum(${amount}) filter (where ${condition}), 0)::int`

/** Whether a charge (`ch`) is a refused payment: the first try of one that was never paid, however often it was tried. */
const isRefused = sql`(ch.state = 'failed' and not exists (
  select from charges other where other.payment_intent_id = ch.payment_intent_id and (other.state = 'succeeded'
    or other.state = 'failed' and (other.made_at, other.stripe_id) < (ch.made_at, ch.stripe_id))))`

/** What was charged, refused, given back and taken back by a bank, by month, customer and plan. */
export async function readPayments(db: Db, { from, until }: Range): Promise<PaymentFact[]> {
  const { rows } = await db.execute<PaymentFact & Record<string, unknown>>(sql`
    with moved as (
      select ch.made_at, ch.customer_id, ${planOfCharge} as plan, case when ${isRefused} then 'refused' else ch.state end as what,
        ch.amount_cents as cents, ch.fee_cents
      from charges ch where ch.made_at >= ${from} and ch.made_at < ${until}
      union all
      select r.made_at, ch.customer_id, ${planOfCharge}, r.kind || ' ' || r.outcome, r.cents, null
      from charge_returns r join charges ch on ch.stripe_id = r.charge_id
      where r.made_at >= ${from} and r.made_at < ${until}
    )
    select ${monthOf(sql`made_at`)} as month, customer_id as "customerId", plan,
      ${sumWhere(sql`cents`, sql`what = 'succeeded'`)} as "chargedCents",
      ${sumWhere(sql`fee_cents`, sql`what = 'succeeded'`)} as "feeCents",
      (count(*) filter (where what = 'succeeded' and fee_cents is null))::int as "feesUnknown",
      ${sumWhere(sql`cents`, sql`what = 'refused'`)} as "refusedCents",
      ${sumWhere(sql`cents`, sql`what in ('refund pending', 'refund succeeded')`)} as "refundedCents",
      ${sumWhere(sql`cents`, sql`what in ('dispute open', 'dispute lost')`)} as "disputedCents"
    from moved group by 1, 2, 3`)
  return rows
}
