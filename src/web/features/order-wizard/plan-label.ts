import { type PlanId, plans } from '#shared/plans/catalog.ts'
import { useConfig } from '../../app-shell/use-config.ts'

/** The product's own name of a plan: "Inboxyard Azure". */
export function usePlanLabel(plan: PlanId): string {
  const { productName } = useConfig()
  return `${productName} ${plans[plan].labelSuffix}`
}
