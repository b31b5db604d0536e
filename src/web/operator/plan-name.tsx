import type { PlanId } from '#shared/plans/catalog.ts'
import { planName } from '#shared/plans/naming.ts'
import { useConfig } from '../app-shell/use-config.ts'

/** What a plan is called now. */
export const PlanName = ({ plan }: { plan: PlanId }) => planName(plan, useConfig().planNames)
