import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { OwedRenewal } from '#features/billing/api/owed-renewal.ts'
import { isToConfirm } from '#features/billing/rules/owed-words.ts'
import type { Db } from '../db/client.ts'
import { groupSettings } from '../db/group-settings.ts'
import { owedRenewals } from '../db/owed-renewals.ts'
import { bundles, customers, orders, subscriptions } from '../db/schema/index.ts'
import type { MailedOrder } from './money-mail.ts'

/** A bundle as its customer is written to about it. */
export interface MailedBundle extends MailedOrder {
  id: string
  to: { email: string; name: string }
  subscriptionId: string | null
  /** What its subscription owes of renewals that were refused. */
  owed: OwedRenewal[]
  cancelledAt: Date | null
  rev: number
}

/** What there is to say of these bundles now, in a transaction that changes them as well. */
export async function mailedOrders(db: Db, bundleIds: readonly string[]): Promise<MailedBundle[]> {
  if (bundleIds.length === 0) return []
  const rows = await db
    .select({
      id: bundles.id,
      orderId: bundles.orderId,
      companyName: groupSettings.companyName,
      forwardingUrl: groupSettings.forwardingUrl,
      monthlyCents: bundles.monthlyCents,
      status: bundles.status,
      hold: bundles.hold,
      rev: bundles.rev,
      cancelledAt: bundles.cancelledAt,
      subscriptionId: bundles.subscriptionId,
      to: { email: customers.email, name: customers.name },
      suspendedAt: customers.suspendedAt,
      billingStoppedAt: customers.billingStoppedAt,
      graceUntil: subscriptions.graceUntil,
      isGraceOver: sql<boolean>`coalesce(${subscriptions.graceUntil} <= clock_timestamp(), false)`,
      openInvoice: subscriptions.openInvoice,
    })
    .from(bundles)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(customers, eq(customers.id, bundles.customerId))
    .leftJoin(subscriptions, eq(subscriptions.stripeId, bundles.subscriptionId))
    .where(inArray(bundles.id, [...bundleIds]))
    .orderBy(asc(bundles.orderId), asc(bundles.orderIndex))
  return rows.map(({ suspendedAt, billingStoppedAt, graceUntil, isGraceOver, openInvoice, ...bundle }) => {
    const owed = owedRenewals(openInvoice)
    return {
      ...bundle,
      isSuspended: suspendedAt !== null,
      isBillingStopped: billingStoppedAt !== null,
      grace: graceUntil && { until: graceUntil, isOver: isGraceOver },
      isToConfirm: isToConfirm(owed),
      owed,
    }
  })
}
