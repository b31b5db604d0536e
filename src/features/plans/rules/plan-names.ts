import { type PlanId, planIds } from './catalog.ts'

/**
 * What plans are called outside: the combined plan is `azure_google` in orders and `premium` elsewhere, the
 * Google plan `google` in orders and `google_solo` elsewhere.
 */
export const planNames = {
  azure: { choice: 'azure', order: 'azure' },
  google: { choice: 'google_solo', order: 'google' },
  premium: { choice: 'premium', order: 'azure_google' },
} as const satisfies Record<PlanId, { choice: string; order: string }>

/** What a payment is called that is for orders of several plans. */
export const severalPlansName = planNames.premium.order

const plansByName = new Map<string, PlanId>(
  planIds.flatMap((plan) =>
    [plan, planNames[plan].choice, planNames[plan].order].map((name): [string, PlanId] => [name, plan]),
  ),
)

/** The plan behind any of its names. */
export const planOfName = (name: string): PlanId | undefined => plansByName.get(name)
