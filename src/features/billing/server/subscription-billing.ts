import { and, count, eq, isNotNull, notInArray } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, customers, subscriptions } from '#base/db/schema/index.ts'
import type { PaymentInvoice, SubscriptionBilling } from '#vendors/ports/payments.ts'
import { billingOf } from './billing-of.ts'

/** What a subscription is to be billed as, by the rows of what it pays for; `without` one of them, as if it had ended. */
export async function wantedBilling(
  db: Db,
  subscriptionId: string,
  without: readonly string[] = [],
): Promise<SubscriptionBilling> {
  const live = await db
    .select({ plan: bundles.plan, hold: bundles.hold, pastDueSince: bundles.pastDueSince, count: count() })
    .from(bundles)
    .where(
      and(
        eq(bundles.subscriptionId, subscriptionId),
        eq(bundles.status, 'live'),
        notInArray(bundles.id, [...without]),
      ),
    )
    .groupBy(bundles.plan, bundles.hold, bundles.pastDueSince)
  const [row] = await db
    .select({
      isStopped: isNotNull(customers.billingStoppedAt).mapWith(Boolean),
      chargeNow: subscriptions.chargeAsked,
    })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(eq(subscriptions.stripeId, subscriptionId))
  return { ...billingOf(live, row?.isStopped ?? false), ...(row?.chargeNow && { chargeNow: row.chargeNow }) }
}

/** Whether a renewal that was refused is to be charged now: not for what was given up, nor for what began on hold. */
export async function isOwed(
  db: Db,
  { subscriptionId, period }: Pick<PaymentInvoice, 'subscriptionId' | 'period'>,
): Promise<boolean> {
  if (!subscriptionId) return false
  const { quantities, isPaused, owedBefore } = await wantedBilling(db, subscriptionId)
  if (isPaused) return period !== undefined && owedBefore !== undefined && period.from < owedBefore
  return Object.values(quantities).some((quantity) => quantity > 0)
}
