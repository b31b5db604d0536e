import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { RefusedRenewal } from '#shared/api/orders.ts'
import type { Db } from '../../db/client.ts'
import { owedOfRun, owedRenewals } from '../../db/owed-renewals.ts'
import { bundles, subscriptions } from '../../db/schema/index.ts'

/**
 * What is open for subscriptions that still pay for something, and what is owed for those that have ended: of periods in
 * which their orders ran.
 */
export async function readRefusedRenewals(db: Db, customerId: string): Promise<RefusedRenewal[]> {
  const hasEnded = sql<boolean>`${subscriptions.status} = 'ended'`
  const rows = await db
    .select({
      openInvoice: subscriptions.openInvoice,
      graceUntil: subscriptions.graceUntil,
      hasEnded,
      orderIds: sql<string[]>`array_agg(distinct ${bundles.orderId})`,
      isOnHold: sql<boolean>`bool_or(${bundles.hold} is not distinct from 'past_due')`,
      endedAt: sql<Date | null>`max(${bundles.cancelledAt})`.mapWith(bundles.cancelledAt),
    })
    .from(subscriptions)
    .innerJoin(bundles, eq(bundles.subscriptionId, subscriptions.stripeId))
    .where(
      and(
        eq(subscriptions.customerId, customerId),
        eq(bundles.customerId, customerId),
        isNotNull(subscriptions.openInvoice),
        or(and(eq(bundles.status, 'live'), isNotNull(subscriptions.graceUntil)), hasEnded),
      ),
    )
    .groupBy(subscriptions.stripeId)
    .orderBy(subscriptions.stripeId)
  return rows.flatMap(({ openInvoice, graceUntil, hasEnded, orderIds, isOnHold, endedAt }) => {
    const owed = hasEnded ? owedOfRun(openInvoice, endedAt) : owedRenewals(openInvoice)
    if (owed.length === 0) return []
    const until = isOnHold ? null : (graceUntil?.toISOString() ?? null)
    return [{ orderIds, owed, ...(hasEnded ? { until: null, hasEnded } : { until }) }]
  })
}
