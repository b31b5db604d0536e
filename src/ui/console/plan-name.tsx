import type { PlanId } from '#features/plans/rules/catalog.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { useConfig } from '../frame/use-config.ts'

/** What a plan is called now. */
export const PlanName = ({ plan }: { plan: PlanId }) => planName(plan, useConfig().planNames)
