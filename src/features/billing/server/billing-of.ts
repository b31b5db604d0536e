import type { GroupHold } from '#features/orders/rules/order-holds.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import type { SubscriptionBilling } from '#vendors/ports/payments.ts'

/** So many live bundles of a plan, in one state. */
export interface LiveBundles {
  plan: PlanId
  hold: GroupHold | null
  /** Since when a refused renewal has kept them from running. */
  pastDueSince: Date | null
  count: number
}

/** Those that are billed: nothing while billing was stopped with their customer's suspension, and none on hold. */
export const billedOf = <B extends Pick<LiveBundles, 'hold'>>(live: readonly B[], isStopped: boolean): B[] =>
  isStopped ? [] : live.filter(({ hold }) => !hold)

/**
 * What live bundles are billed as. One on hold is not counted among others that run; where all are on hold, or billing
 * was stopped with their customer's suspension, their numbers stay and collection is paused, so that nothing but the
 * pause has to be taken back. What was refused is owed as long as that is why any of them does not run: for periods that
 * began while it did. What somebody has paused at the payment provider counts there as if it ran, for when it resumes.
 */
export function billingOf(live: readonly LiveBundles[], isStopped: boolean): SubscriptionBilling {
  const billed = isStopped ? [] : live.filter(({ hold }) => !hold || hold === 'paused')
  const isPaused = live.length > 0 && billed.length === 0
  const quantities: SubscriptionBilling['quantities'] = {}
  for (const { plan } of live) quantities[plan] = 0
  for (const { plan, count } of isPaused ? live : billed) quantities[plan] = (quantities[plan] ?? 0) + count
  if (isPaused) {
    const refused = live.flatMap(({ hold, pastDueSince }) =>
      hold === 'past_due' ? (pastDueSince ?? []) : [],
    )
    const isOwed = refused.length > 0 && !isStopped
    return { quantities, isPaused, ...(isOwed && { owedBefore: new Date(Math.min(...refused.map(Number))) }) }
  }
  const onHold: SubscriptionBilling['quantities'] = {}
  for (const each of live)
    if (!billed.includes(each)) onHold[each.plan] = (onHold[each.plan] ?? 0) + each.count
  const leavesPause = billed.some(({ hold }) => hold === 'paused')
  return { quantities, onHold, isPaused, ...(leavesPause && { leavesPause }) }
}
