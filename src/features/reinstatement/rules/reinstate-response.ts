import * as z from 'zod/mini'
import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { quote } from '#features/checkout/rules/pricing.ts'
import { domainGroup } from '#features/domains/rules/domain-group.ts'
import { type CheckoutBody, returnUrls, statedPrices } from '#features/ordering/rules/checkout-request.ts'
import { platforms } from '#features/plans/rules/catalog.ts'
import { planNames, severalPlansName } from '#features/plans/rules/plan-names.ts'
import { reinstateMessages } from './reinstate-form.ts'

/** What the call returns: what will come back once it is paid, and what that costs. */
export const reinstateResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  domains: z.array(z.object({ domain: z.string(), type: z.enum(platforms) })),
  /** The groups to pay for. */
  domainGroups: z.array(domainGroup),
  quote,
})
export type ReinstateResponse = z.output<typeof reinstateResponse>

/** The request that pays for what is reinstated, or why the answer cannot be paid for. */
export function buildReinstateCheckout(
  answer: ReinstateResponse,
  from: { customer: { name: string; email: string }; origin: string },
): Outcome<CheckoutBody> {
  const { success, message, domains, domainGroups } = answer
  if (!success) return refuse('failed', message || reinstateMessages.failed)
  if (domains.length === 0 || domainGroups.length === 0)
    return refuse('invalid', reinstateMessages.invalidResponse)
  const [plan, ...others] = new Set(domainGroups.map((group) => group.plan))
  return accept({
    // A name for the whole; each group is still charged as its own plan.
    plan: plan && others.length === 0 ? planNames[plan].order : severalPlansName,
    domains: domains.map(({ domain }) => domain),
    orderCount: domainGroups.length,
    name: from.customer.name,
    email: from.customer.email,
    orderType: 'reinstate',
    recordIds: [],
    domainOption: 'own_domain',
    domainGroups,
    ...statedPrices(answer.quote),
    ...returnUrls(from.origin, 'reinstate'),
  })
}
