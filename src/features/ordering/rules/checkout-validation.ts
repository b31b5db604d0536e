import { countOf } from '#base/text/count-of.ts'
import { fillMessage } from '#base/text/message.ts'
import { checkForwardingUrl } from '#features/forwarding/rules/forwarding-url.ts'
import { domainTypeOf } from '#features/names/rules/domain-type.ts'
import {
  type DomainOption,
  isMixed,
  type PlanId,
  type Platform,
  plans,
  platforms,
  platformsOf,
  requiredDomains,
} from '#features/plans/rules/catalog.ts'
import { type PlanNames, planName } from '#features/plans/rules/naming.ts'
import { fieldsOf, type SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { checkCompanyName } from './company-name.ts'
import { type OrderDraft, selectedDomains } from './order-draft.ts'

export const checkoutMessages = {
  incomplete: 'Please complete all required fields before checkout: {list}.',
  mixedMinimum: '{plan} plan requires {domains}. Please go back and add more domains.',
  termsMissing: 'Please accept the terms and the acceptable use policy before checkout.',
  failed: 'Failed to process your order. Please try again.',
  lost: 'Some domains are no longer available',
  lostReplaced: 'All domains are available again. Review the total, then check out.',
  cancelled: 'Your order was cancelled. You can continue where you left off.',
  placed: 'Order placed successfully!',
} as const

/** What the list of missing items can name. */
export const missingItems = {
  plan: 'Plan',
  domainOption: 'Domain option',
  azureDomains: 'Azure domains',
  googleDomains: 'Google domains',
  azureMultiple: 'Azure domains must be a multiple of {of} (currently {n})',
  googleMultiple: 'Google domains must be a multiple of {of} (currently {n})',
  totalMultiple: 'Total domains must be a multiple of {of} (currently {n})',
  exactly: '{platform} domains must be exactly {required} for {orders} (currently {n})',
  forwardingUrl: 'Forwarding URL',
  companyName: 'Company name',
  emailTool: 'Email tool',
  users: 'Users',
} as const

/** What is looked at before an order may be paid: made from the browser's draft and from a request alike. */
export interface CheckoutOrder {
  plan: PlanId | null
  orderCount: number
  domainOption: DomainOption | null
  domains: Record<Platform, number>
  forwardUrl: string
  companyName: string
  tool: SendingToolId | null
  /** The tool's values by field, as far as they may be known. */
  toolValues: Readonly<Record<string, string>>
  people: number
}

export function checkoutOrderOf(draft: OrderDraft): CheckoutOrder {
  const { azure, google } = selectedDomains(draft)
  return {
    plan: draft.plan,
    orderCount: draft.orderCount,
    domainOption: draft.domainOption,
    domains: { azure: azure.length, google: google.length },
    forwardUrl: draft.forwardUrl,
    companyName: draft.companyName,
    tool: draft.tool?.tool ?? null,
    toolValues: draft.tool?.shown ?? {},
    people: draft.people.length,
  }
}

/**
 * What is wrong with the numbers of domains: none, no whole orders, or not as many orders as were chosen. Only
 * the first of these that applies is told.
 */
function domainsMissing(plan: PlanId, orderCount: number, domains: Record<Platform, number>): string[] {
  const sold = platformsOf(plan)
  const none = sold.filter((platform) => domains[platform] === 0)
  if (none.length > 0) return none.map((platform) => missingItems[`${platform}Domains`])

  const sum = (counts: Record<Platform, number>) => counts.azure + counts.google
  const [of, n] = [sum(plans[plan].domains), sum(domains)]
  if (n % of !== 0)
    return [
      fillMessage(missingItems[isMixed(plan) ? 'totalMultiple' : (`${sold[0]!}Multiple` as const)], {
        of,
        n,
      }),
    ]

  const required = requiredDomains(plan, orderCount)
  return platforms
    .filter((platform) => domains[platform] !== required[platform])
    .map((platform) =>
      fillMessage(missingItems.exactly, {
        platform: domainTypeOf[platform],
        required: required[platform],
        orders: countOf(orderCount, 'order'),
        n: domains[platform],
      }),
    )
}

/** Everything that keeps an order from being paid, as the list names it; empty when it may be. */
export function missingForCheckout(order: CheckoutOrder): string[] {
  const missing: string[] = []
  if (!order.plan) missing.push(missingItems.plan)
  if (!order.domainOption) missing.push(missingItems.domainOption)
  if (order.plan) missing.push(...domainsMissing(order.plan, order.orderCount, order.domains))
  if (!checkForwardingUrl(order.forwardUrl).ok) missing.push(missingItems.forwardingUrl)
  if (!checkCompanyName(order.companyName).ok) missing.push(missingItems.companyName)
  if (!order.tool) missing.push(missingItems.emailTool)
  for (const { name, checkoutItem } of order.tool ? fieldsOf(order.tool) : [])
    if (checkoutItem && !order.toolValues[name]?.trim()) missing.push(checkoutItem)
  if (order.people === 0) missing.push(missingItems.users)
  return missing
}

/** The sentence for what is missing, or undefined. */
export function checkoutProblem(order: CheckoutOrder): string | undefined {
  const missing = missingForCheckout(order)
  return missing.length > 0
    ? fillMessage(checkoutMessages.incomplete, { list: missing.join(', ') })
    : undefined
}

/**
 * What an order over several platforms is told when it lacks domains, and is sent back to choose them: what one
 * order of the plan consists of. Undefined when it lacks none, or has one platform only.
 */
export function mixedShortfall(
  { plan, orderCount, domains }: CheckoutOrder,
  names: PlanNames,
): string | undefined {
  if (!plan || !isMixed(plan)) return undefined
  const required = requiredDomains(plan, orderCount)
  if (platforms.every((platform) => domains[platform] >= required[platform])) return undefined
  const each = platformsOf(plan).map((platform) =>
    countOf(plans[plan].domains[platform], `${domainTypeOf[platform]} domain`),
  )
  return fillMessage(checkoutMessages.mixedMinimum, {
    plan: planName(plan, names),
    domains: each.join(' and '),
  })
}
