import { asc, eq, sql } from 'drizzle-orm'
import type { CustomerPayment, CustomerSubscription } from '#shared/api/console/customer-payments.ts'
import type { Db } from '../../../db/client.ts'
import { paymentLeft } from '../../../db/left-of-payment.ts'
import { owedRenewals } from '../../../db/owed-renewals.ts'
import { subscriptions } from '../../../db/schema/index.ts'
import { onePage, type Page } from './one-page.ts'

/** A page of a customer's payments, each with what went back of it, the newest first. */
export const readPayments = (
  db: Db,
  customerId: string,
  after: string | undefined,
): Promise<Page<CustomerPayment>> =>
  onePage(async (limit) => {
    const { rows } = await db.execute<CustomerPayment & Record<string, unknown>>(sql`
      select c.id, c.kind, c.status, c.amount_cents as "amountCents", coalesce(c.paid_cents, 0) as "paidCents",
        case when c.status = 'paid' then (${paymentLeft})::int else 0 end as "leftCents",
        coalesce(c.paid_at, c.created_at) as at, c.order_id as "orderId",
        c.payment_intent_id as "paymentIntentId", c.subscription_id as "subscriptionId",
        (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'cents', r.cents, 'reason', r.reason,
          'outcome', r.outcome, 'stripeRefundId', r.stripe_refund_id, 'at', r.created_at) order by r.created_at), '[]')
          from refunds r where r.checkout_id = c.id) as refunds
      from checkouts c where c.customer_id = ${customerId}
        ${after === undefined ? sql`` : sql`and (c.created_at, c.id) < (select b.created_at, b.id from checkouts b where b.id = ${after})`}
      order by c.created_at desc, c.id desc limit ${limit}`)
    return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
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
