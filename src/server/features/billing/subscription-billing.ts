import { and, count, eq, isNotNull } from 'drizzle-orm'
import { type GroupHold, pausesBilling } from '#shared/orders/order-holds.ts'
import type { PlanId } from '#shared/plans/catalog.ts'
import type { Db } from '../../db/client.ts'
import { bundles, customers, subscriptions } from '../../db/schema/index.ts'
import type { SubscriptionBilling } from '../../providers/ports/payments.ts'

/** So many live bundles of a plan, in one state. */
interface LiveBundles {
  plan: PlanId
  hold: GroupHold | null
  count: number
}

/**
 * What live bundles are billed as. One on hold is not counted among others that run; where all are on hold, or billing
 * was stopped with their customer's suspension, their numbers stay and collection is paused, so that nothing but the
 * pause has to be taken back.
 */
function billingOf(live: readonly LiveBundles[], isStopped: boolean): SubscriptionBilling {
  const billed = isStopped ? [] : live.filter(({ hold }) => !pausesBilling(hold))
  const isPaused = live.length > 0 && billed.length === 0
  const quantities: SubscriptionBilling['quantities'] = {}
  for (const { plan } of live) quantities[plan] = 0
  for (const { plan, count } of isPaused ? live : billed) quantities[plan] = (quantities[plan] ?? 0) + count
  return { quantities, isPaused }
}

/** The same, read from the rows. */
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
