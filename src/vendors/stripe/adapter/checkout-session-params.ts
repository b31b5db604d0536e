import type Stripe from 'stripe'
import { isRecurring } from '#features/checkout/rules/pricing.ts'
import { billingPeriodDays } from '#features/plans/rules/catalog.ts'
import type { CheckoutOffer } from '#vendors/ports/payments.ts'
import { stripeProductIds } from './products.ts'

/** What a session's answer is asked to include, everywhere it is read. */
export const sessionExpand = ['line_items', 'invoice.payments', 'subscription']

/** Stripe takes so many recurring lines, and so many one-time lines, in one checkout. */
const linesOfAKind = 20

/**
 * An offer as `POST /v1/checkout/sessions` takes it. Pure, and plain JSON: it is stored before it is sent, since
 * a retry under the same idempotency key must send exactly the same.
 *
 * Prices are made on the spot from the offer, under products with fixed ids, so that the amount charged is the
 * amount shown. Our id travels in the session, the subscription (or payment) and so in every invoice and event.
 */
export function checkoutSessionParams(offer: CheckoutOffer): Stripe.Checkout.SessionCreateParams {
  const { checkoutId, lines, promotionId } = offer
  const recurring = lines.filter((line) => isRecurring(line.product))
  if (lines.length === 0) throw new RangeError('A checkout needs at least one line.')
  if (Math.max(recurring.length, lines.length - recurring.length) > linesOfAKind)
    throw new RangeError(`A checkout takes at most ${linesOfAKind} lines of a kind; group them by price.`)
  const metadata = { ...offer.metadata, checkout_id: checkoutId }
  const isSubscription = recurring.length > 0
  return {
    mode: isSubscription ? 'subscription' : 'payment',
    customer: offer.customerExternalId,
    client_reference_id: checkoutId,
    line_items: lines.map(({ product, unitCents, quantity }) => ({
      price_data: {
        currency: 'usd',
        product: stripeProductIds[product],
        unit_amount: unitCents,
        ...(isRecurring(product)
          ? { recurring: { interval: 'day' as const, interval_count: billingPeriodDays } }
          : {}),
      },
      quantity,
    })),
    ...(promotionId ? { discounts: [{ promotion_code: promotionId }] } : {}),
    metadata,
    ...(isSubscription
      ? { subscription_data: { metadata } }
      : // Without an invoice a one-time purchase would be missing from the customer's portal.
        {
          payment_intent_data: { metadata },
          invoice_creation: { enabled: true, invoice_data: { metadata } },
        }),
    expires_at: Math.floor(offer.expiresAt.getTime() / 1_000),
    success_url: offer.successUrl,
    cancel_url: offer.cancelUrl,
    expand: sessionExpand,
  }
}

/**
 * The same parameters with their keys in one order. A JSON column in the database does not keep the order in
 * which they were written, and a retry is to be the same to the byte.
 */
export function inOneOrder<T>(value: T): T {
  if (Array.isArray(value)) return value.map(inOneOrder) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOneOrder(inner)]),
  ) as T
}
