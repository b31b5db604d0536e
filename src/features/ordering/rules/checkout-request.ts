import * as z from 'zod/mini'
import { boundedList } from '#base/text/bounded.ts'
import { boundedText } from '#base/text/outcome.ts'
import { centsOfDollars, dollarsOf } from '#base/text/usd.ts'
import { promotionCode, type Quote } from '#features/checkout/rules/pricing.ts'
import { domainsPerCallMax, type PlanId, planIds, platformsOf } from '#features/plans/rules/catalog.ts'
import { planNames } from '#features/plans/rules/plan-names.ts'
import { type OrderDraft, selectedDomains } from './order-draft.ts'

/** Where the payment page sends the customer back to, on this site. */
const successPath = '/payment-success'
/** What is paid for. */
export const checkoutKinds = ['order', 'reinstate', 'replace', 'release'] as const
export type CheckoutKind = (typeof checkoutKinds)[number]
/** Two that were begun in a dialog or wizard lead back to it, each by an address of its own. */
export const cancelPaths = {
  order: '/payment-cancel',
  reinstate: '/reinstatement-cancelled',
  replace: '/replacement-cancelled',
  release: '/payment-cancel',
} as const satisfies Record<CheckoutKind, string>
/** Parameter of `/payment-cancel`: what would have been paid for. An order goes without saying. */
export const cancelledKind = 'for'
/** Parameter of the other two: the order that would have been changed. */
export const cancelledOrder = 'order'
/** The same page's parameter for the checkout that was turned back from, where that ends it. */
export const cancelledCheckout = 'checkout'
/** The payment provider puts the session's id in its place; it must stay as it is, not encoded. */
const sessionIdPlaceholder = '{CHECKOUT_SESSION_ID}'

/** What may be paid for: new orders, by plan, or bundles that come back. */
const orderTypes = [...planIds.map((plan) => planNames[plan].choice), 'reinstate' as const]

const dollars = z.number().check(z.nonnegative())
const names = boundedList(boundedText(253), { max: domainsPerCallMax })

/**
 * The request for a payment page. What is paid for is what `recordIds` and `domainGroups` name; everything
 * else that it says about the order is compared, and prices are computed again.
 */
export const checkoutBody = z.strictObject({
  plan: z.enum(planIds.map((plan) => planNames[plan].order)),
  domains: names,
  /** Orders, or bundles that come back. */
  orderCount: z.int().check(z.gte(1), z.lte(domainsPerCallMax)),
  name: z.optional(boundedText(200)),
  email: z.optional(boundedText(254)),
  orderType: z.enum(orderTypes),
  recordIds: boundedList(boundedText(64), { max: domainsPerCallMax }),
  totalPrice: dollars,
  monthlySubscription: dollars,
  domainRegistrationFee: dollars,
  domainOption: z.enum(['purchase', 'own', 'own_domain']),
  successUrl: boundedText(2000),
  cancelUrl: boundedText(2000),
  domainGroups: boundedList(z.object({ groupId: boundedText(64) }), { max: domainsPerCallMax }),
  promotionCode: z.optional(promotionCode),
  /** The terms and the acceptable use policy. */
  termsAccepted: z.optional(z.boolean()),
})
export type CheckoutBody = z.output<typeof checkoutBody>

/** Where to pay: under both names that readers know. `url` is null when there is nothing to pay. */
export const checkoutResponse = z.object({
  url: z.nullable(z.string()),
  data: z.object({ session: z.object({ id: z.string(), url: z.nullable(z.string()) }) }),
})

/** What the call returns for an order that was taken: what is to be paid for, and what it will cost. */
export interface TakenOrder {
  orderIds: string[]
  domainGroups: { groupId: string }[]
}

/** An offer as a request states it, in dollars. */
export const statedPrices = (
  quote: Pick<Quote, 'totalCents' | 'monthlyCents' | 'oneTimeCents'>,
): Pick<CheckoutBody, 'totalPrice' | 'monthlySubscription' | 'domainRegistrationFee'> => ({
  totalPrice: dollarsOf(quote.totalCents),
  monthlySubscription: dollarsOf(quote.monthlyCents),
  domainRegistrationFee: dollarsOf(quote.oneTimeCents),
})

/** Whether a request states another price than the offer's: its customer has to see the new one first. */
export function statesOtherPrice(
  stated: Pick<CheckoutBody, 'totalPrice' | 'monthlySubscription' | 'domainRegistrationFee'>,
  quote: Quote,
): boolean {
  return (
    centsOfDollars(stated.totalPrice) !== quote.totalCents ||
    centsOfDollars(stated.monthlySubscription) !== quote.monthlyCents ||
    centsOfDollars(stated.domainRegistrationFee) !== quote.oneTimeCents
  )
}

/**
 * Return addresses on a site, for an origin without a slash at its end. A customer who turns back from a payment page
 * has given it up: its checkout is named. The browser, which asks for the page of an order, knows none.
 */
export const returnUrls = (
  origin: string,
  kind: CheckoutKind = 'order',
  checkoutId?: string,
  orderId?: string,
): Pick<CheckoutBody, 'successUrl' | 'cancelUrl'> => {
  const isNamed = cancelPaths[kind] === cancelPaths.order && (kind !== 'order' || checkoutId !== undefined)
  const query = new URLSearchParams({
    ...(isNamed && { [cancelledKind]: kind }),
    ...(checkoutId && { [cancelledCheckout]: checkoutId }),
    ...(orderId && { [cancelledOrder]: orderId }),
  }).toString()
  return {
    successUrl: `${origin}${successPath}?session_id=${sessionIdPlaceholder}`,
    cancelUrl: `${origin}${cancelPaths[kind]}${query && `?${query}`}`,
  }
}

/** Whether return addresses are those of the site: nobody is sent elsewhere after paying. */
export const areOwnReturnUrls = (
  sent: Pick<CheckoutBody, 'successUrl' | 'cancelUrl'>,
  origin: string,
  kind: CheckoutKind = 'order',
): boolean => {
  const own = returnUrls(origin, kind)
  return sent.successUrl === own.successUrl && sent.cancelUrl === own.cancelUrl
}

/** The request that pays for an order taken from a draft. */
export function buildCheckout(
  draft: OrderDraft & { plan: PlanId; domainOption: NonNullable<OrderDraft['domainOption']> },
  taken: TakenOrder,
  quote: Quote,
  from: {
    customer: { name: string; email: string }
    origin: string
    promotionCode?: string
    termsAccepted: boolean
  },
): CheckoutBody {
  const selected = selectedDomains(draft)
  return {
    plan: planNames[draft.plan].order,
    orderType: planNames[draft.plan].choice,
    orderCount: draft.orderCount,
    domainOption: draft.domainOption,
    domains: platformsOf(draft.plan).flatMap((platform) => selected[platform]),
    name: from.customer.name,
    email: from.customer.email,
    recordIds: taken.orderIds,
    domainGroups: taken.domainGroups,
    ...statedPrices(quote),
    ...returnUrls(from.origin),
    ...(from.promotionCode && { promotionCode: from.promotionCode }),
    termsAccepted: from.termsAccepted,
  }
}
