import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { paymentLeft, renewalLeft } from '#base/db/left-of-payment.ts'
import { owedRenewals } from '#base/db/owed-renewals.ts'
import { subscriptions } from '#base/db/schema/index.ts'
import type { CustomerPayment, CustomerSubscription } from '../../api/console-customer-payments.ts'
import { onePage, type Page } from './one-page.ts'

/** What the books have of what went back of a payment (`p`), or is asked back, by what it was charged with. */
const returnsOf = (kind: 'refund' | 'dispute', fields: SQL, where = sql`true`): SQL => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', b.stripe_id, 'cents', b.cents, ${fields})
      order by b.made_at, b.stripe_id), '[]')
    from charges ch join charge_returns b on b.charge_id = ch.stripe_id
    where ch.payment_intent_id = p."paymentIntentId" and b.kind = ${kind} and ${where})`

/** The books know of no inquiries. */
const disputesOf = returnsOf(
  'dispute',
  sql`'outcome', coalesce((select min(d.outcome) from disputes d where d.stripe_id = b.stripe_id), b.outcome)`,
)
/** What others than we gave back: of what was paid on a page of ours that is noted beside our own. */
const otherRefundsOfRenewal = returnsOf(
  'refund',
  sql`'outcome', b.outcome, 'reason', 'given at Stripe', 'stripeRefundId', b.stripe_id, 'at', b.made_at`,
  sql`p.kind = 'renewal' and not exists (select from refunds r where r.stripe_refund_id = b.stripe_id)`,
)

/** What was paid, or was to be, on a page of ours. */
const onPages = sql`
  select c.id, c.kind, c.status, c.amount_cents as "amountCents", coalesce(c.paid_cents, 0) as "paidCents",
    case when c.status = 'paid' then (${paymentLeft})::int else 0 end as "leftCents",
    coalesce(c.paid_at, c.created_at) as at, c.created_at as begun, c.order_id as "orderId",
    c.payment_intent_id as "paymentIntentId", c.subscription_id as "subscriptionId"
  from checkouts c`

/** What a subscription was charged for later periods, as the books have it. */
const renewals = sql`
  select i.stripe_id as id, 'renewal' as kind,
    case i.status when 'uncollectible' then 'written_off' when 'void' then 'voided' else i.status end as status,
    i.total_cents as "amountCents", i.paid_cents as "paidCents",
    case when i.status = 'paid' then (${renewalLeft})::int else 0 end as "leftCents",
    coalesce(i.paid_at, i.made_at) as at, i.made_at as begun, null as "orderId",
    i.payment_intent_id as "paymentIntentId", i.subscription_id as "subscriptionId"
  from invoices i where i.kind = 'renewal' and i.status <> 'draft' and i.total_cents > 0`

/** A page of a customer's payments, each with what went back of it, the newest first. */
export const readPayments = (
  db: Db,
  customerId: string,
  after: string | undefined,
): Promise<Page<CustomerPayment>> =>
  onePage(async (limit) => {
    const { rows } = await db.execute<CustomerPayment & Record<string, unknown>>(sql`
      with p as (
        (${onPages} where c.customer_id = ${customerId}) union all (${renewals} and i.customer_id = ${customerId})
      )
      select p.*, ${disputesOf} as disputes, ${otherRefundsOfRenewal} || (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'cents', r.cents, 'reason', r.reason,
          'outcome', r.outcome, 'stripeRefundId', r.stripe_refund_id, 'at', r.created_at) order by r.created_at), '[]')
          from refunds r where r.checkout_id = p.id or r.invoice_id = p.id) as refunds
      from p
      ${after === undefined ? sql`` : sql`where (begun, id) < (select b.begun, b.id from p b where b.id = ${after})`}
      order by begun desc, id desc limit ${limit}`)
    return rows.map(({ begun, ...row }) => ({ ...row, at: new Date(row.at).toISOString() }))
  })

/** What a customer is billed for at the payment provider. */
export const readSubscriptions = async (db: Db, customerId: string): Promise<CustomerSubscription[]> => {
  const rows = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId))
    .orderBy(sql`${subscriptions.status} = 'ended'`, asc(subscriptions.stripeId))
    .limit(200)
  return rows.map(({ stripeId, status, periodEnd, openInvoice }) => ({
    id: stripeId,
    status,
    periodEnd: periodEnd?.toISOString() ?? null,
    owed: owedRenewals(openInvoice),
  }))
}
