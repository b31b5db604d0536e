import { type ProductId, planOfProduct, productIds } from '#features/checkout/rules/pricing.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import type { InvoiceLineWire } from './wire.ts'

/**
 * Our products under the ids they have at Stripe. The ids are fixed, so that a promotion made in the dashboard
 * can be limited to them; they carry a prefix because an account may sell other things as well.
 */
export const stripeProductIds: Record<ProductId, string> = {
  plan_azure: 'inboxyard_azure',
  plan_google: 'inboxyard_google',
  plan_premium: 'inboxyard_premium',
  domain_registration: 'inboxyard_domain',
}

/** Undefined for a product that is not ours. */
export const productOf = (stripeId: string): ProductId | undefined =>
  productIds.find((id) => stripeProductIds[id] === stripeId)

export const planOf = (stripeId: string): PlanId | undefined => {
  const product = productOf(stripeId)
  return product && planOfProduct(product)
}

/** The plan that a line bills for a period; what a change in the middle of one is charged by bills none. */
export function planBilledBy({ pricing, parent }: InvoiceLineWire): PlanId | undefined {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details
  return details?.proration ? undefined : planOf(pricing?.price_details?.product ?? '')
}
