import { type GroupHold, pausesBilling } from '#shared/orders/order-holds.ts'
import type { PlanId } from '#shared/plans/catalog.ts'
import type { SubscriptionBilling } from '../../providers/ports/payments.ts'

/** So many live bundles of a plan, in one state. */
export interface LiveBundles {
  plan: PlanId
  hold: GroupHold | null
  count: number
}

/** Those that are billed: nothing while billing was stopped with their customer's suspension, and none on hold. */
export const billedOf = <B extends Pick<LiveBundles, 'hold'>>(live: readonly B[], isStopped: boolean): B[] =>
  isStopped ? [] : live.filter(({ hold }) => !pausesBilling(hold))

/**
 * What live bundles are billed as. One on hold is not counted among others that run; where all are on hold, or billing
 * was stopped with their customer's suspension, their numbers stay and collection is paused, so that nothing but the
 * pause has to be taken back.
 */
export function billingOf(live: readonly LiveBundles[], isStopped: boolean): SubscriptionBilling {
  const billed = billedOf(live, isStopped)
  const isPaused = live.length > 0 && billed.length === 0
  const quantities: SubscriptionBilling['quantities'] = {}
  for (const { plan } of live) quantities[plan] = 0
  for (const { plan, count } of isPaused ? live : billed) quantities[plan] = (quantities[plan] ?? 0) + count
  if (isPaused) return { quantities, isPaused }
  const onHold: SubscriptionBilling['quantities'] = {}
  for (const each of live)
    if (!billed.includes(each)) onHold[each.plan] = (onHold[each.plan] ?? 0) + each.count
  return { quantities, onHold, isPaused }
}
