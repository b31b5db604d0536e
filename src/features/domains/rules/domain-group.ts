import * as z from 'zod/mini'
import { planIds } from '#features/plans/rules/catalog.ts'

/** Domains by the group they are paid with, as orders and reinstatements answer it. */
export const domainGroup = z.object({
  groupId: z.string(),
  plan: z.enum(planIds),
  domains: z.array(z.string()),
})
