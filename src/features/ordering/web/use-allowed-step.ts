import { useEffect } from 'react'
import type { PlanNames } from '#features/plans/rules/naming.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { toast } from '#ui/toast.ts'
import { checkoutOrderOf, checkoutProblem, mixedShortfall } from '../rules/checkout-validation.ts'
import { allowedPath, domainSectionsProblem, type OrderDraft, type WizardPath } from '../rules/order-draft.ts'

/** What a customer is told who is sent back from a page that is not due yet. */
function refusalOf(draft: OrderDraft, wanted: WizardPath, names: PlanNames): string | undefined {
  const order = checkoutOrderOf(draft)
  if (wanted === '/review-order') return mixedShortfall(order, names) ?? checkoutProblem(order)
  return draft.plan ? domainSectionsProblem(draft, names) : undefined
}

/** The page to go to instead of this one, which the draft has not come to yet; says why, unless something else is told. */
export function useAllowedStep(
  draft: OrderDraft,
  wanted: WizardPath,
  { isQuiet = false } = {},
): WizardPath | undefined {
  const { planNames } = useConfig()
  const allowed = allowedPath(draft, wanted)
  const refusal = allowed === wanted || isQuiet ? undefined : refusalOf(draft, wanted, planNames)
  useEffect(() => {
    if (refusal) toast.error(refusal, { id: 'step-refused' })
  }, [refusal])
  return allowed === wanted ? undefined : allowed
}
