import { and, count, eq, sql } from 'drizzle-orm'
import type { PaymentConfirmation } from '#shared/api/payments.ts'
import type { NotNeeded } from '#shared/money/refund-reasons.ts'
import type { Db } from '../../db/client.ts'
import { leftOfPayment } from '../../db/left-of-payment.ts'
import { auditLog, bundles, checkouts, orders } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notFound } from '../../http/refusal.ts'
import { syncCheckout } from './sync-checkout.ts'

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
  const checkout =
    row.checkout.status === 'paid' ? row.checkout : ((await syncCheckout(deps, sessionId)) ?? row.checkout)
  const isPaid = checkout.status === 'paid'
  const totalCents = checkout.paidCents ?? checkout.amountCents
  return {
    status: isPaid ? 'paid' : checkout.status === 'expired' ? 'expired' : 'verifying',
    kind: checkout.kind,
    orderId: checkout.orderId,
    date: (checkout.paidAt ?? checkout.createdAt).toISOString(),
    plan: row.plan,
    orderCount: Math.max(1, row.bundles),
    totalCents,
    backCents: isPaid ? totalCents - (await leftOfPayment(deps.db, checkout.id)) : 0,
    notNeeded: isPaid ? await readNotNeeded(deps.db, checkout.id) : null,
  }
}

/** Noted in the transaction that noted the payment: a page never says that it serves what it does not. */
async function readNotNeeded(db: Db, checkoutId: string): Promise<PaymentConfirmation['notNeeded']> {
  const [noted] = await db
    .select({
      cause: sql<NotNeeded>`${auditLog.data} ->> 'cause'`,
      whole: sql<boolean>`coalesce((${auditLog.data} ->> 'whole')::boolean, true)`,
    })
    .from(auditLog)
    .where(and(eq(auditLog.subject, checkoutId), eq(auditLog.action, 'payment.surplus')))
  return noted ?? null
}
