import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { type PlanNames, planName } from '#features/plans/rules/naming.ts'
import { domainCount, type PlannedOrders } from './plan-volume.ts'

/** Why the first of these is recommended, in one sentence. */
export function whyRecommended([best, next]: readonly PlannedOrders[], names: PlanNames): string | undefined {
  if (!best) return undefined
  const [name, month] = [planName(best.plan, names), formatUsd(best.cost.monthlyCents)]
  if (!next) return `${name} is the only plan that reaches this with the domains you chose.`
  const other = planName(next.plan, names)
  const less = next.cost.monthlyCents - best.cost.monthlyCents
  if (less > 0) return `${name} costs the least: ${month} a month, ${formatUsd(less)} less than ${other}.`
  const lessNow = next.cost.totalCents - best.cost.totalCents
  const same = `${name} and ${other} cost the same a month`
  if (lessNow > 0) return `${same}; ${name} costs ${formatUsd(lessNow)} less to begin with.`
  const fewer = domainCount(next) - domainCount(best)
  return fewer > 0 ? `${same}; ${name} needs ${countOf(fewer, 'domain')} fewer.` : `${same}.`
}
