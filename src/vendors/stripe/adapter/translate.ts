import { type ProductId, productIds } from '#features/checkout/rules/pricing.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import type {
  CardTry,
  Dispute,
  PaymentCheckout,
  PaymentEvent,
  PaymentInvoice,
  PaymentRefund,
  PaymentSubscription,
  UsablePromotion,
} from '#vendors/ports/payments.ts'
import { type Credited, creditOf } from './draft-credits.ts'
import { planBilledBy, planOf, productOf } from './products.ts'
import {
  type CardTryWire,
  type DisputeWire,
  type EventWire,
  type InvoiceWire,
  isOfRenewal,
  type LineItemWire,
  type PromotionCodeWire,
  type RefundWire,
  type SessionWire,
  type SubscriptionWire,
} from './wire.ts'

/** `lines` are given when the session itself shows only the first of them. */
export function toCheckout(session: SessionWire, lines = session.line_items?.data ?? []): PaymentCheckout {
  return {
    sessionId: session.id,
    url: session.url ?? undefined,
    status: session.status,
    paid:
      session.payment_status === 'paid' ||
      (session.payment_status === 'no_payment_required' && session.status === 'complete'),
    isRefused: false,
    amountTotalCents: session.amount_total ?? 0,
    lines: lines.flatMap(toLine),
    reference: session.client_reference_id ?? undefined,
    customerExternalId: session.customer,
    subscription: session.subscription ? toSubscription(session.subscription) : undefined,
    // In subscription mode the payment hangs on the first invoice.
    paymentId:
      session.payment_intent ??
      session.invoice?.payments?.data.map(({ payment }) => payment.payment_intent).find(Boolean),
    invoice: session.invoice?.number
      ? { number: session.invoice.number, url: session.invoice.hosted_invoice_url ?? undefined }
      : undefined,
    expiresAt: session.expires_at,
  }
}

/** Nothing for a line that is not ours. */
function toLine(line: LineItemWire): PaymentCheckout['lines'] {
  const product = line.price?.product && productOf(line.price.product)
  if (!product) return []
  const quantity = line.quantity ?? 1
  return [
    {
      product,
      unitCents: line.price?.unit_amount ?? Math.round(line.amount_subtotal / quantity),
      quantity,
      listCents: line.amount_subtotal,
      netCents: line.amount_total,
    },
  ]
}

export const subscriptionStatuses: Record<string, PaymentSubscription['status']> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  // After a trial without a payment method, or by hand: https://docs.stripe.com/billing/subscriptions/pause
  paused: 'paused',
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  canceled: 'ended',
}

export function toSubscription(subscription: SubscriptionWire): PaymentSubscription {
  // A state that Stripe may add one day is not paid for as far as we know.
  const status = subscriptionStatuses[subscription.status] ?? 'past_due'
  return {
    subscriptionId: subscription.id,
    customerExternalId: subscription.customer ?? '',
    status,
    quantities: quantitiesOf(
      subscription.items.data.map(({ price, quantity }) => [planOf(price.product ?? ''), quantity]),
    ),
    isPaused: (subscription.pause_collection ?? null) !== null,
    periodEnd: status === 'ended' ? undefined : paidUntil(subscription, status),
    checkoutId: subscription.metadata.checkout_id,
  }
}

/** So many of each plan; what bills none is passed over. */
function quantitiesOf(
  lines: readonly (readonly [plan: PlanId | undefined, quantity: number | null | undefined])[],
): Partial<Record<PlanId, number>> {
  const quantities: Partial<Record<PlanId, number>> = {}
  for (const [plan, quantity] of lines) {
    if (plan) quantities[plan] = (quantities[plan] ?? 0) + (quantity ?? 1)
  }
  return quantities
}

/** A period begins whether its invoice is paid or not: one that is not was paid until it began. */
function paidUntil({ items, latest_invoice: latest }: SubscriptionWire, status: string): Date | undefined {
  const isPaid = latest ? latest.status === 'paid' : status === 'active'
  const moments = items.data.map((item) => (isPaid ? item.current_period_end : item.current_period_start))
  return moments.length === 0 ? undefined : new Date(Math.max(...moments) * 1_000)
}

export const invoiceStatuses: Record<string, PaymentInvoice['status']> = {
  draft: 'open',
  open: 'open',
  paid: 'paid',
  uncollectible: 'open',
}

export const toInvoice = (invoice: InvoiceWire): PaymentInvoice => ({
  invoiceId: invoice.id,
  number: invoice.number ?? undefined,
  url: invoice.hosted_invoice_url ?? undefined,
  quantities: withoutCredited(
    quantitiesOf(invoice.lines.data.map((line) => [planBilledBy(line), line.quantity])),
    invoice.lines.data.flatMap((line) => creditOf(line.metadata) ?? []),
  ),
  cents: invoice.status === 'open' || isWrittenOff(invoice) ? invoice.amount_remaining : invoice.amount_due,
  status: statusOf(invoice),
  ...(isWrittenOff(invoice) && { isWrittenOff: true }),
  paidAt: invoice.status_transitions?.paid_at ?? undefined,
  attempts: invoice.attempt_count,
  paymentId: invoice.payments?.data.map(({ payment }) => payment.payment_intent).find(Boolean),
  isRenewal: isOfRenewal(invoice.billing_reason),
  subscriptionId: invoice.parent?.subscription_details?.subscription,
  period: periodOf(invoice),
})

const isWrittenOff = ({ status }: InvoiceWire): boolean => status === 'uncollectible'

/** Nobody is asked any more for one that is void, nor was anybody for one that a pause by hand has written off at once. */
const statusOf = (invoice: InvoiceWire): PaymentInvoice['status'] =>
  isWrittenOff(invoice) && invoice.attempt_count === 0
    ? 'over'
    : (invoiceStatuses[invoice.status ?? ''] ?? 'over')

function periodOf(invoice: InvoiceWire): PaymentInvoice['period'] {
  const lines = linesOfPeriod(invoice)
  if (lines.length === 0) return undefined
  const from = Math.min(...lines.map(({ period }) => period.start))
  const until = Math.max(...lines.map(({ period }) => period.end))
  return { from: new Date(from * 1_000), until: new Date(until * 1_000) }
}

/**
 * What a card is never charged again after, as Stripe itself does not:
 * https://docs.stripe.com/billing/revenue-recovery/smart-retries#non-retryable-decline-codes
 */
const finalDeclines: ReadonlySet<string> = new Set([
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'stolen_card',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'authentication_required',
  'highest_risk_level',
  'transaction_not_allowed',
])

/** Nothing for one that is not decided, or of no card that is kept. */
export function toCardTry(charge: CardTryWire): CardTry[] {
  const { payment_method: cardId, outcome, status } = charge
  if (!cardId || (status !== 'succeeded' && status !== 'failed')) return []
  // Where the bank says why, that is the outcome's reason: https://docs.stripe.com/declines/codes
  const reason = outcome?.reason ?? charge.failure_code ?? 'generic_decline'
  // https://docs.stripe.com/declines/card#retrying-issuer-declines
  const isFinal = finalDeclines.has(reason) || outcome?.advice_code === 'do_not_try_again'
  return [
    {
      chargeId: charge.id,
      cardId,
      last4: charge.payment_method_details?.card?.last4 ?? undefined,
      cents: charge.amount,
      refusal: status === 'failed' ? { reason, isFinal } : undefined,
      madeAt: charge.created,
    },
  ]
}

/** What was taken off a draft was not billed. */
function withoutCredited(
  quantities: Partial<Record<PlanId, number>>,
  credits: readonly Credited[],
): Partial<Record<PlanId, number>> {
  const billed = { ...quantities }
  for (const { plan, quantity } of credits) billed[plan] = Math.max(0, (billed[plan] ?? 0) - quantity)
  return billed
}

/** What was added to an invoice by hand has times of its own: where plans are billed, theirs is the period. */
function linesOfPeriod({ lines: { data } }: InvoiceWire): InvoiceWire['lines']['data'] {
  const ofPlans = data.filter(planBilledBy)
  return ofPlans.length > 0 ? ofPlans : data
}

/** The end of what invoices were paid for. */
export const coveredUntil = (invoices: readonly InvoiceWire[]): Date | undefined => {
  const ends = invoices.flatMap((invoice) => linesOfPeriod(invoice).map(({ period }) => period.end))
  return ends.length === 0 ? undefined : new Date(Math.max(...ends) * 1_000)
}

/**
 * Only what a quote can show to the cent: whole hundredths of a percent off the first invoice, open to every customer. Codes that have
 * expired or are used up are not listed as active. Other codes may exist in the account; ours is not the place to
 * redeem them.
 */
export function toPromotion(code: PromotionCodeWire): UsablePromotion | undefined {
  const { coupon } = code.promotion
  if (!code.active || !coupon?.valid || !coupon.percent_off || coupon.duration !== 'once') return undefined
  const basisPoints = Math.round(coupon.percent_off * 100)
  // As fine as the Dashboard takes one; what is finer is no whole number here.
  if (basisPoints / 100 !== coupon.percent_off) return undefined
  const { minimum_amount: minimum, minimum_amount_currency: currency } = code.restrictions
  if (code.customer || (minimum && currency && currency !== 'usd')) return undefined
  const appliesTo: ProductId[] = coupon.applies_to
    ? coupon.applies_to.products.flatMap((id) => productOf(id) ?? [])
    : [...productIds]
  return {
    promotionId: code.id,
    code: code.code,
    basisPoints,
    appliesTo,
    firstOrderOnly: code.restrictions.first_time_transaction === true,
    minimumCents: minimum ?? 0,
  }
}

/** Its whole life is at https://docs.stripe.com/api/refunds/object#refund_object-status; one that is cancelled never arrives. */
export function toRefund(refund: RefundWire): PaymentRefund {
  const status =
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending'
  const failure = status === 'failed' ? (refund.failure_reason ?? refund.status ?? undefined) : undefined
  return { refundId: refund.id, cents: refund.amount, status, failure }
}

export const disputeOutcomes: Record<string, Dispute['outcome']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry_closed',
  won: 'won',
  lost: 'lost',
  // Appealed, it stays lost until the appeal is won: the money is not back before that.
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
}

/**
 * One that was settled before it became a dispute was blocked, or was resolved, which gives the money back:
 * https://docs.stripe.com/disputes/prevention
 */
const settled = ({ payment_method_details: details }: DisputeWire): Dispute['outcome'] =>
  details?.card?.case_type === 'resolution' ? 'lost' : 'won'

export const toDispute = (dispute: DisputeWire): Dispute => ({
  disputeId: dispute.id,
  paymentId: dispute.payment_intent,
  amountCents: dispute.amount,
  outcome: dispute.status === 'prevented' ? settled(dispute) : (disputeOutcomes[dispute.status] ?? 'open'),
  isRefundable: dispute.is_charge_refundable === true,
})

/** Kinds of events that say what became of an invoice. */
const tellsOfInvoice: ReadonlySet<string> = new Set([
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
])

export function toEvent(event: EventWire): PaymentEvent {
  const { object } = event.data
  const own = (name: string) => (object.object === name ? object.id : undefined)
  return {
    id: event.id,
    type: event.type,
    createdAt: event.created,
    objects: {
      sessionId: own('checkout.session'),
      subscriptionId:
        own('subscription') ??
        object.parent?.subscription_details?.subscription ??
        (object.object === 'checkout.session' ? object.subscription : undefined),
      customerExternalId: own('customer') ?? object.customer,
      paymentId: own('payment_intent') ?? object.payment_intent,
      invoiceId: own('invoice'),
      settledInvoiceId: tellsOfInvoice.has(event.type) ? object.id : undefined,
      disputeId: own('dispute'),
      refundedPaymentId:
        object.object === 'refund' || event.type === 'charge.refunded' ? object.payment_intent : undefined,
      cardChangedFor: event.type === 'customer.updated' && hasChosenCard(event) ? object.id : undefined,
    },
  }
}

/**
 * Whether a customer has chosen another card for invoices, as the portal does with one that is given there:
 * https://docs.stripe.com/customer-management/integrate-customer-portal#webhooks. A card that is merely attached was typed
 * at a payment page, for that payment. What else changes about a customer, such as that a renewal was refused
 * (`delinquent`), chooses nothing.
 */
function hasChosenCard({ data: { object, previous_attributes: before } }: EventWire): boolean {
  const previous = before?.invoice_settings
  return (
    previous?.default_payment_method !== undefined &&
    previous.default_payment_method !== object.invoice_settings?.default_payment_method
  )
}
