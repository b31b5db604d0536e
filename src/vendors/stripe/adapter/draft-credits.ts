import { recordOf } from '#base/records/keys-of.ts'
import { type PlanId, planIds } from '#features/plans/rules/catalog.ts'

/** So much of a plan, taken off a draft. */
export interface Credited {
  plan: PlanId
  quantity: number
}
export interface Credit extends Credited {
  cents: number
}

/** A line that a draft bills a plan with. */
export interface PlanLine extends Credited {
  /** After its discounts. */
  cents: number
}

/**
 * What is to be taken off a draft, so that it bills no more of each plan than is wanted. Absolute: what is wanted again
 * is billed again, and what is wanted beyond it is billed from the next period on. Never more than is billed.
 */
export function creditsFor(lines: readonly PlanLine[], wanted: Partial<Record<PlanId, number>>): Credit[] {
  return planIds.flatMap((plan) => {
    const ofPlan = lines.filter((line) => line.plan === plan)
    const billed = ofPlan.reduce((sum, { quantity }) => sum + quantity, 0)
    const quantity = Math.max(0, billed - (wanted[plan] ?? 0))
    let left = quantity
    let cents = 0
    for (const line of ofPlan) {
      const taken = Math.min(left, line.quantity)
      if (taken === 0) continue
      cents += Math.round((line.cents * taken) / line.quantity)
      left -= taken
    }
    return cents > 0 ? [{ plan, quantity, cents }] : []
  })
}

/** Whether anything is to be taken off only as long as it is on hold, so that it may be billed all the same. */
export function takesOffHeld(
  lines: readonly PlanLine[],
  wanted: Partial<Record<PlanId, number>>,
  onHold: Partial<Record<PlanId, number>>,
): boolean {
  const released = recordOf(planIds, (plan) => (wanted[plan] ?? 0) + (onHold[plan] ?? 0))
  return centsOf(creditsFor(lines, wanted)) > centsOf(creditsFor(lines, released))
}

const centsOf = (credits: readonly Credit[]): number => credits.reduce((sum, { cents }) => sum + cents, 0)

/** How a credit is known again, on its own line of the invoice. */
export const creditMetadata = ({ plan, quantity }: Credited) => ({
  credited_plan: plan,
  credited_quantity: String(quantity),
})

export function creditOf(metadata: Record<string, string>): Credited | undefined {
  const plan = planIds.find((id) => id === metadata.credited_plan)
  const quantity = Number(metadata.credited_quantity)
  return plan && Number.isInteger(quantity) && quantity > 0 ? { plan, quantity } : undefined
}
