import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { RefusedRenewal } from '#shared/api/orders.ts'
import type { Db } from '../../db/client.ts'
import { owedRenewals } from '../../db/owed-renewals.ts'
import { bundles, subscriptions } from '../../db/schema/index.ts'

/** What is open for subscriptions that still pay for something. */
export async function readRefusedRenewals(db: Db, customerId: string): Promise<RefusedRenewal[]> {
  const rows = await db
    .select({
      openInvoice: subscriptions.openInvoice,
      graceUntil: subscriptions.graceUntil,
      orderIds: sql<string[]>`array_agg(distinct ${bundles.orderId})`,
      isOnHold: sql<boolean>`bool_or(${bundles.hold} is not distinct from 'past_due')`,
    })
    .from(subscriptions)
    .innerJoin(bundles, eq(bundles.subscriptionId, subscriptions.stripeId))
    .where(
      and(
        eq(subscriptions.customerId, customerId),
        eq(bundles.customerId, customerId),
        eq(bundles.status, 'live'),
        // Set as long as one is refused, and few have it.
        isNotNull(subscriptions.graceUntil),
        isNotNull(subscriptions.openInvoice),
      ),
    )
    .groupBy(subscriptions.stripeId)
    .orderBy(subscriptions.stripeId)
  return rows.map(({ openInvoice, graceUntil, orderIds, isOnHold }) => ({
    orderIds,
    owed: owedRenewals(openInvoice),
    until: isOnHold ? null : (graceUntil?.toISOString() ?? null),
  }))
}
