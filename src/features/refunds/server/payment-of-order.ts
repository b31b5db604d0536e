import { type SQL, sql } from 'drizzle-orm'
import { bundleOfItem } from '#base/db/bundle-of-item.ts'
import type { Db } from '#base/db/client.ts'
import { leftOfPayment } from '#base/db/left-of-payment.ts'
import { conflict } from '#base/http/refusal.ts'
import { formatUsd } from '#base/text/usd.ts'

interface Payment extends Record<string, unknown> {
  id: string
  kind: string
  paid_cents: number
  paid_on: string
  /** Whether it pays for something of another order as well. */
  is_shared: boolean
  /** Whether a refund of it was ordered for this reason. */
  is_known: boolean
}

const ofOrder = (orderId: string, comparison: SQL): SQL => sql`exists (
  select from checkout_items i join bundles b on b.id = ${bundleOfItem}
  where i.checkout_id = c.id and b.order_id ${comparison} ${orderId})`

/** What was ever paid for an order: with it, to bring it back or to let it go on, and for its replaced names. */
const paymentsOf = async (db: Db, orderId: string, reason: string): Promise<Payment[]> => {
  const { rows } = await db.execute<Payment>(sql`
    select c.id, c.kind, coalesce(c.paid_cents, 0)::int as paid_cents,
      to_char(c.paid_at at time zone 'utc', 'YYYY-MM-DD') as paid_on,
      ${ofOrder(orderId, sql`<>`)} as is_shared,
      exists (select from refunds r where r.checkout_id = c.id and r.domain_id is null and r.reason = ${reason}) as is_known
    from checkouts c where c.status = 'paid' and ${ofOrder(orderId, sql`=`)} order by c.paid_at desc`)
  return rows
}

/** Whether anything was ever paid for an order on a page of ours. */
export const wasPaidFor = async (db: Db, orderId: string): Promise<boolean> =>
  (await paymentsOf(db, orderId, '')).length > 0

/**
 * The checkout that a refund of an order is of: the one of which anything is left; where nothing is, the one that went
 * back for the same reason, or the latest. Undefined for an order that was never paid. Throws a `Refusal` that lists
 * them where there are several, or where the one pays for other orders as well.
 */
export async function paymentOfOrder(db: Db, orderId: string, reason: string): Promise<string | undefined> {
  const paid = await paymentsOf(db, orderId, reason)
  const standing: (Payment & { left: number })[] = []
  for (const payment of paid) {
    const left = await leftOfPayment(db, payment.id)
    if (left > 0) standing.push({ ...payment, left })
  }
  const [only, ...others] = standing
  if (!only) return (paid.find(({ is_known }) => is_known) ?? paid[0])?.id
  if (others.length === 0 && !only.is_shared) return only.id
  throw conflict(
    [
      `Order ${orderId} is paid for by ${others.length === 0 ? 'a payment for other orders as well' : 'several payments'}. Say which with --checkout:`,
      ...standing.map(
        ({ id, kind, paid_on, paid_cents, left, is_shared }) =>
          `  ${id}  ${paid_on}  ${kind}  ${formatUsd(left)} left of ${formatUsd(paid_cents)}${is_shared ? ', for other orders as well' : ''}`,
      ),
    ].join('\n'),
  )
}
