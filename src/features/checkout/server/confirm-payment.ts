import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { paymentLeft } from '#base/db/left-of-payment.ts'
import { auditLog, bundles, checkouts, orders } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { PaymentConfirmation } from '../api/payments.ts'
import { type SyncedCheckout, syncCheckout } from './sync-checkout.ts'

/** Asks the payment provider what became of a checkout; the page that a customer returns to never has to guess. */
export async function confirmPayment(
  deps: Dependencies,
  customerId: string,
  sessionId: string,
): Promise<PaymentConfirmation> {
  const [row] = await deps.db
    .select({ checkout: checkouts, plan: orders.plan, bundles: count(bundles.id) })
    .from(checkouts)
    .leftJoin(orders, eq(orders.id, checkouts.orderId))
    .leftJoin(bundles, eq(bundles.orderId, orders.id))
    .where(and(eq(checkouts.sessionId, sessionId), eq(checkouts.customerId, customerId)))
    .groupBy(checkouts.id, orders.id)
  if (!row) throw notFound('Could not find order details. Please contact support.')
  const checkout: SyncedCheckout =
    row.checkout.status === 'paid' ? row.checkout : ((await syncCheckout(deps, sessionId)) ?? row.checkout)
  const isPaid = checkout.status === 'paid'
  const totalCents = checkout.paidCents ?? checkout.amountCents
  return {
    status: isPaid
      ? 'paid'
      : checkout.status === 'expired'
        ? checkout.withBankSince
          ? 'refused'
          : 'expired'
        : checkout.withBankSince
          ? 'with bank'
          : 'verifying',
    kind: checkout.kind,
    orderId: checkout.orderId,
    date: (checkout.paidAt ?? checkout.createdAt).toISOString(),
    plan: row.plan,
    orderCount: Math.max(1, row.bundles),
    totalCents,
    ...(isPaid && !checkout.isServed
      ? await readWhatWentBack(deps.db, checkout.id, totalCents)
      : { backCents: 0, notNeeded: null }),
  }
}

/** Noted in the transaction that noted the payment: a page never says that it serves what it does not. */
async function readWhatWentBack(
  db: Db,
  checkoutId: string,
  totalCents: number,
): Promise<Pick<PaymentConfirmation, 'backCents' | 'notNeeded'>> {
  const { rows } = await db.execute<{ left: number; notNeeded: PaymentConfirmation['notNeeded'] }>(sql`
    select (${paymentLeft})::int as left, (
      select jsonb_build_object('cause', a.data -> 'cause', 'whole', coalesce(a.data -> 'whole', 'true'))
      from ${auditLog} a where a.subject = c.id and a.action = 'payment.surplus' limit 1) as "notNeeded"
    from ${checkouts} c where c.id = ${checkoutId}`)
  const row = required(rows[0], `the payment ${checkoutId}`)
  return { backCents: totalCents - row.left, notNeeded: row.notNeeded }
}
