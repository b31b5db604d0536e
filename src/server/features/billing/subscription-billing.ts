import { and, count, eq } from 'drizzle-orm'
import type { PlanId } from '#shared/catalog.ts'
import { type GroupHold, pausesBilling } from '#shared/order-holds.ts'
import type { Db } from '../../db/client.ts'
import { bundles } from '../../db/schema/index.ts'
import type { SubscriptionBilling } from '../../providers/ports/payments.ts'

/** So many live bundles of a plan, in one state. */
export interface LiveBundles {
  plan: PlanId
  hold: GroupHold | null
  count: number
}

/**
 * What live bundles are billed as. One on hold is not counted among others that run; where all are on hold their
 * numbers stay and collection is paused, so that nothing but the pause has to be taken back.
 */
export function billingOf(live: readonly LiveBundles[]): SubscriptionBilling {
  const billed = live.filter(({ hold }) => !pausesBilling(hold))
  const isPaused = live.length > 0 && billed.length === 0
  const quantities: SubscriptionBilling['quantities'] = {}
  for (const { plan } of live) quantities[plan] = 0
  for (const { plan, count } of isPaused ? live : billed) quantities[plan] = (quantities[plan] ?? 0) + count
  return { quantities, isPaused }
}

/** The same, read from the rows. */
export async function wantedBilling(db: Db, subscriptionId: string): Promise<SubscriptionBilling> {
  return billingOf(
    await db
      .select({ plan: bundles.plan, hold: bundles.hold, count: count() })
      .from(bundles)
      .where(and(eq(bundles.subscriptionId, subscriptionId), eq(bundles.status, 'live')))
      .groupBy(bundles.plan, bundles.hold),
  )
}
