import { and, count, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { bundles, customers, subscriptions } from '../../db/schema/index.ts'
import type { SubscriptionBilling } from '../../providers/ports/payments.ts'
import { billingOf } from './billing-of.ts'

/** What a subscription is to be billed as, by the rows of what it pays for. */
export async function wantedBilling(db: Db, subscriptionId: string): Promise<SubscriptionBilling> {
  const live = await db
    .select({ plan: bundles.plan, hold: bundles.hold, count: count() })
    .from(bundles)
    .where(and(eq(bundles.subscriptionId, subscriptionId), eq(bundles.status, 'live')))
    .groupBy(bundles.plan, bundles.hold)
  const stopped = await db
    .select({ id: customers.id })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(and(eq(subscriptions.stripeId, subscriptionId), isNotNull(customers.billingStoppedAt)))
  return billingOf(live, stopped.length > 0)
}

/** Whether anything of it is to be charged now. */
export async function isBilled(db: Db, subscriptionId: string): Promise<boolean> {
  const { quantities, isPaused } = await wantedBilling(db, subscriptionId)
  return !isPaused && Object.values(quantities).some((quantity) => quantity > 0)
}
