import { and, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import { bundles, orders, subscriptions, toolConnections } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'

/** A group with its order and sending tool. Throws a `Refusal` unless it is the customer's and paid for. */
export async function findGroup(db: Db, customerId: string, groupId: string) {
  const [row] = await db
    .select({
      bundle: bundles,
      order: orders,
      settings: groupSettings,
      connection: toolConnections,
      paidUntil: subscriptions.periodEnd,
      graceUntil: subscriptions.graceUntil,
      openInvoice: subscriptions.openInvoice,
      subscriptionStatus: subscriptions.status,
    })
    .from(bundles)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .leftJoin(subscriptions, eq(subscriptions.stripeId, bundles.subscriptionId))
    .where(and(eq(bundles.id, groupId), eq(bundles.customerId, customerId), eq(orders.status, 'active')))
  if (!row) throw notFound('There is no such order.')
  return row
}
