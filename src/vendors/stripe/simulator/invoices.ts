import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import { sum } from './discounts.ts'
import { takePending } from './invoice-items.ts'
import { isWithin, listedCustomer, page, pageOfKnown, wholeList } from './lists.ts'
import type {
  Invoice,
  InvoiceLine,
  InvoicePayment,
  LineItem,
  PaymentIntent,
  Subscription,
} from './objects.ts'
import { expandable, paging, text, timeRange } from './params.ts'
import { chargeCard } from './payments.ts'
import { existing } from './problem.ts'
import { type Route, route } from './route.ts'

export interface InvoiceRequest {
  customer: string
  currency: string
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual'
  lines: readonly (Pick<
    LineItem,
    'amount_subtotal' | 'amount_discount' | 'description' | 'metadata' | 'price' | 'quantity'
  > & { period: { start: number; end: number } })[]
  discountId: string | null
  subscription?: Subscription
}

/** Writes an invoice that is finished and waits for its money. */
export const openInvoice = (account: StripeAccount, request: InvoiceRequest): Invoice =>
  finishInvoice(account, draftInvoice(account, request, null))

/** Writes an invoice that can still be changed; with a time it is then finished and charged. */
export function draftInvoice(
  account: StripeAccount,
  request: InvoiceRequest,
  chargedAt: number | null,
): Invoice {
  const { subscription } = request
  const id = account.id('in')
  const lines = [
    ...(subscription ? takePending(account, request.customer, id) : []),
    ...linesOf(account, request, id),
  ]
  const subtotal = sum(lines.map((line) => line.amount))
  const total = subtotal - sum(request.lines.map((line) => line.amount_discount))
  const invoice: Invoice = {
    id,
    object: 'invoice',
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    attempted: false,
    auto_advance: chargedAt !== null,
    automatically_finalizes_at: chargedAt,
    billing_reason: request.reason,
    collection_method: 'charge_automatically',
    created: account.now(),
    currency: request.currency,
    customer: request.customer,
    customer_email: account.customers.get(request.customer)?.email ?? null,
    hosted_invoice_url: null,
    lines: wholeList(`/v1/invoices/${id}/lines`, lines),
    livemode: false,
    metadata: {},
    next_payment_attempt: chargedAt,
    number: null,
    parent: subscription
      ? {
          type: 'subscription_details',
          quote_details: null,
          subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
        }
      : null,
    period_end: account.now(),
    period_start: account.now(),
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    total,
  }
  account.invoices.put(id, invoice, request.customer)
  account.emit('invoice.created', invoice)
  return invoice
}

/** A draft gets its number and page, and can be paid or voided from then on. */
export function finishInvoice(
  account: StripeAccount,
  draft: Invoice,
  automatic: Partial<Pick<Invoice, 'auto_advance' | 'next_payment_attempt'>> = {},
): Invoice {
  const invoice: Invoice = {
    ...draft,
    ...automatic,
    automatically_finalizes_at: null,
    hosted_invoice_url: `${account.world.origin()}/invoice/${draft.id}`,
    number: `SANDBOX-${String(account.world.store.next('stripe.invoice_number')).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: account.now() },
  }
  account.invoices.put(invoice.id, invoice)
  account.emit('invoice.finalized', invoice)
  return invoice
}

function linesOf(account: StripeAccount, request: InvoiceRequest, invoice: string): InvoiceLine[] {
  return request.lines.map((line) => ({
    id: account.id('il'),
    object: 'line_item',
    amount: line.amount_subtotal,
    subtotal: line.amount_subtotal,
    currency: request.currency,
    description: `${line.quantity} × ${line.description ?? line.price.product}`,
    discount_amounts:
      request.discountId && line.amount_discount > 0
        ? [{ amount: line.amount_discount, discount: request.discountId }]
        : [],
    invoice,
    livemode: false,
    metadata: line.metadata,
    parent: request.subscription
      ? {
          type: 'subscription_item_details',
          subscription_item_details: {
            subscription_item:
              request.subscription.items.data.find(({ price }) => price.id === line.price.id)?.id ?? null,
            proration: false,
          },
        }
      : {
          type: 'invoice_item_details',
          invoice_item_details: { invoice_item: account.id('ii'), proration: false },
        },
    period: line.period,
    pricing: {
      type: 'price_details',
      price_details: { price: line.price.id, product: line.price.product },
      unit_amount_decimal: String(line.price.unit_amount),
    },
    quantity: line.quantity,
    subscription: request.subscription?.id ?? null,
  }))
}

/** Notes a payment for an invoice, successful or not. */
function recordPayment(account: StripeAccount, invoice: Invoice, intent: PaymentIntent, paid: boolean) {
  const known = account.invoicePaymentOf.get(intent.id)
  const payment: InvoicePayment = {
    id: known ?? account.id('inpay'),
    object: 'invoice_payment',
    amount_paid: paid ? intent.amount : null,
    amount_requested: intent.amount,
    created: account.now(),
    currency: intent.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: paid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: paid ? account.now() : null },
  }
  account.invoicePayments.put(payment.id, payment, invoice.id)
  account.invoicePaymentOf.put(intent.id, payment.id)
  if (paid) account.emit('invoice_payment.paid', payment)
}

/** A bank has the payment: the invoice is open, and was tried. */
export function notePending(account: StripeAccount, invoice: Invoice, intent: PaymentIntent): void {
  recordPayment(account, invoice, intent, false)
  account.invoices.put(invoice.id, { ...invoice, attempt_count: invoice.attempt_count + 1, attempted: true })
}

export function markPaid(
  account: StripeAccount,
  invoice: Invoice,
  intent: PaymentIntent | undefined,
): Invoice {
  if (intent) recordPayment(account, invoice, intent, true)
  const paid: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + (intent ? 1 : 0),
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: account.now() },
  }
  account.invoices.put(invoice.id, paid)
  account.emit('invoice.paid', paid)
  account.emit('invoice.payment_succeeded', paid)
  return paid
}

/** The payment that an invoice is charged by. */
export function intentOf(account: StripeAccount, { id }: Invoice): PaymentIntent | undefined {
  const [payment] = account.invoicePayments.list({ parent: id })
  return payment && account.paymentIntents.get(payment.payment.payment_intent)
}

/** Days after a failed attempt until the next one; after the last there is none. */
const retryAfterDays = [3, 5, 7]

/** Whether Stripe has tried to collect it as often as it does by itself. */
export const isTriedLast = (invoice: Invoice): boolean =>
  invoice.status === 'open' && invoice.attempt_count > retryAfterDays.length && !invoice.next_payment_attempt

/**
 * Tries to collect an invoice that is not paid from a card; `isConfirmed` by its owner, with the bank. Where that is asked for, it is
 * told as a failed payment and by itself: https://docs.stripe.com/billing/subscriptions/webhooks
 */
export function collect(
  account: StripeAccount,
  invoice: Invoice,
  paymentMethod: string | null,
  isConfirmed = false,
): Invoice {
  if (invoice.amount_due === 0) return markPaid(account, invoice, undefined)
  const earlier = account.invoicePayments.list({ parent: invoice.id })[0]?.payment.payment_intent
  if (paymentMethod) {
    const { paid, intent } = chargeCard(account, {
      customer: invoice.customer,
      paymentMethod,
      amount: invoice.amount_due,
      currency: invoice.currency,
      description:
        invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
      metadata: {},
      paymentIntent: earlier,
      ...(isConfirmed && { outcome: 'accepted' as const }),
    })
    if (paid) return markPaid(account, invoice, intent)
    recordPayment(account, invoice, intent, false)
  }
  const days = invoice.status === 'open' ? retryAfterDays[invoice.attempt_count] : undefined
  // After a leap of the clock several attempts have fallen due: each counts from its own time.
  const attemptedAt = Math.min(invoice.next_payment_attempt ?? account.now(), account.now())
  const failed: Invoice = {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: days ? attemptedAt + days * 86_400 : null,
  }
  account.invoices.put(invoice.id, failed)
  account.emit('invoice.payment_failed', failed)
  if (intentOf(account, failed)?.status === 'requires_action')
    account.emit('invoice.payment_action_required', failed)
  return failed
}

export function voidInvoice(account: StripeAccount, invoice: Invoice): Invoice {
  const voided: Invoice = {
    ...invoice,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: account.now() },
  }
  account.invoices.put(invoice.id, voided)
  account.emit('invoice.voided', voided)
  return voided
}

/** Written off, and charged by itself no more. It can still be paid or voided: https://docs.stripe.com/invoicing/overview */
export function markUncollectible(account: StripeAccount, invoice: Invoice): Invoice {
  const marked: Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: account.now() },
  }
  account.invoices.put(invoice.id, marked)
  account.emit('invoice.marked_uncollectible', marked)
  return marked
}

export const invoiceRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'GET',
    path: '/v1/invoices',
    params: z.strictObject({
      ...paging,
      customer: text.optional(),
      subscription: text.optional(),
      status: text.optional(),
      created: timeRange.optional(),
    }),
    answer: ({ customer, subscription, status, created, ...request }) =>
      page(account.invoices, '/v1/invoices', request, {
        parent: listedCustomer(account, customer),
        where: (invoice) =>
          (subscription === undefined ||
            invoice.parent?.subscription_details.subscription === subscription) &&
          (status === undefined || invoice.status === status) &&
          isWithin(invoice.created, created),
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/invoices/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => existing(account.invoices.get(id), 'invoice', id),
  }),
  route({
    method: 'GET',
    path: '/v1/invoices/:id/lines',
    params: z.strictObject(paging),
    answer: (request, { id = '' }) =>
      pageOfKnown(
        `/v1/invoices/${id}/lines`,
        existing(account.invoices.get(id), 'invoice', id).lines.data,
        request,
      ),
  }),
  route({
    method: 'GET',
    path: '/v1/invoice_payments',
    params: z.strictObject({
      ...paging,
      invoice: text.optional(),
      status: text.optional(),
      payment: z.strictObject({ type: text, payment_intent: text.optional() }).optional(),
      created: timeRange.optional(),
    }),
    answer: ({ invoice, status, payment, created, ...request }) => {
      // Nearly always it is one payment that is asked for.
      const known = payment?.payment_intent && (account.invoicePaymentOf.get(payment.payment_intent) ?? '')
      return page(account.invoicePayments, '/v1/invoice_payments', request, {
        parent: known === undefined ? invoice : (account.invoicePayments.get(known)?.invoice ?? ''),
        where: (entry) =>
          (invoice === undefined || entry.invoice === invoice) &&
          (status === undefined || entry.status === status) &&
          (known === undefined || entry.id === known) &&
          isWithin(entry.created, created),
      })
    },
  }),
]
