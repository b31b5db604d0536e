import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { checkouts, customers, disputes, refunds } from '#base/db/schema/index.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Found } from '../../api/console-find.ts'
import { findAtMost } from '../../rules/find-anything.ts'

/** Payments by an id of theirs, ours or the payment provider's, or by that of a refund, a dispute or a subscription. */
export async function paymentsKnownBy(db: Db, id: string): Promise<Found[]> {
  const own = id.toLowerCase()
  const rows = await db
    .select({
      id: checkouts.id,
      status: checkouts.status,
      cents: checkouts.amountCents,
      orderId: checkouts.orderId,
      customerId: customers.id,
      customer: customers.name,
    })
    .from(checkouts)
    .innerJoin(customers, eq(customers.id, checkouts.customerId))
    .where(
      sql`${checkouts.id} in (
        select id from ${checkouts} where id = ${own}
        union all select id from ${checkouts} where session_id = ${id}
        union all select id from ${checkouts} where payment_intent_id = ${id}
        union all select id from ${checkouts} where subscription_id = ${id}
        union all select checkout_id from ${refunds} where id = ${own}
        union all select checkout_id from ${refunds} where stripe_refund_id = ${id}
        union all select checkout_id from ${disputes} where stripe_id = ${id}
        union all select c.id from ${disputes} d join ${checkouts} c on c.subscription_id = d.subscription_id
          where d.stripe_id = ${id})`,
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(findAtMost)
  return rows.map(({ status, cents, orderId, customerId, customer, ...checkout }) => ({
    kind: 'payment',
    title: checkout.id,
    detail: `${formatUsd(cents)} ${status} · ${customer}`,
    ...(checkout.id !== own && { matched: id }),
    page: orderId ? { kind: 'order', id: orderId } : { kind: 'customer', id: customerId },
  }))
}
