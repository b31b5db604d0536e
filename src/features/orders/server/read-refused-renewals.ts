import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { owedOfRun, owedRenewals } from '#base/db/owed-renewals.ts'
import { bundles, subscriptions } from '#base/db/schema/index.ts'
import type { RefusedRenewal } from '../api/orders.ts'

/**
 * What is open for subscriptions that still pay for something, and what is owed for those that have ended: of periods in
 * which their orders ran. One whose orders were all reinstated since names none.
 */
export async function readRefusedRenewals(db: Db, customerId: string): Promise<RefusedRenewal[]> {
  const hasEnded = sql<boolean>`${subscriptions.status} = 'ended'`
  const rows = await db
    .select({
      id: subscriptions.stripeId,
      openInvoice: subscriptions.openInvoice,
      graceUntil: subscriptions.graceUntil,
      hasEnded,
      orderId: bundles.orderId,
      hold: bundles.hold,
      cancelledAt: bundles.cancelledAt,
    })
    .from(subscriptions)
    .leftJoin(
      bundles,
      and(eq(bundles.subscriptionId, subscriptions.stripeId), eq(bundles.customerId, customerId)),
    )
    .where(
      and(
        eq(subscriptions.customerId, customerId),
        isNotNull(subscriptions.openInvoice),
        or(and(eq(bundles.status, 'live'), isNotNull(subscriptions.graceUntil)), hasEnded),
      ),
    )
    .orderBy(subscriptions.stripeId, bundles.orderId)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const { openInvoice, graceUntil, hasEnded } = first
    const owing = of.flatMap(({ orderId, cancelledAt }) => {
      const owed = hasEnded ? owedOfRun(openInvoice, cancelledAt) : owedRenewals(openInvoice)
      return owed.length > 0 ? [{ orderId, owed }] : []
    })
    const [most] = owing.toSorted((a, b) => b.owed.length - a.owed.length)
    if (!most) return []
    const orderIds = [...new Set(owing.flatMap(({ orderId }) => orderId ?? []))]
    const isOnHold = of.some(({ hold }) => hold === 'past_due')
    const until = isOnHold ? null : (graceUntil?.toISOString() ?? null)
    return [{ orderIds, owed: most.owed, ...(hasEnded ? { until: null, hasEnded } : { until }) }]
  })
}
