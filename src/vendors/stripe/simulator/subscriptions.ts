import type { StripeAccount } from './account.ts'
import { noteDelinquent } from './customers.ts'
import {
  collect,
  draftInvoice,
  finishInvoice,
  type InvoiceRequest,
  isTriedLast,
  markUncollectible,
  voidInvoice,
} from './invoices.ts'
import { wholeList } from './lists.ts'
import type { Invoice, LineItem, Metadata, Subscription, SubscriptionItem } from './objects.ts'
import { periodEnd } from './periods.ts'
import { existing } from './problem.ts'

export interface SubscriptionRequest {
  customer: string
  paymentMethod: string
  lines: readonly LineItem[]
  metadata: Metadata
  description: string | null
}

/**
 * A renewal is a draft for about an hour before it is finished and charged:
 * https://docs.stripe.com/invoicing/integration/automatic-advancement-collection
 */
export const draftSeconds = 3_600

const noCancellation = { comment: null, feedback: null, feedback_option: null, reason: null }

/** Begins a subscription whose first period runs from now. */
export function startSubscription(account: StripeAccount, request: SubscriptionRequest): Subscription {
  const id = account.id('sub')
  const now = account.now()
  const items = request.lines.map(
    (line): SubscriptionItem => ({
      id: account.id('si', 14),
      object: 'subscription_item',
      created: now,
      current_period_end: periodEnd(now, line.price.recurring!),
      current_period_start: now,
      metadata: line.metadata,
      price: line.price,
      quantity: line.quantity,
      subscription: id,
    }),
  )
  const subscription: Subscription = {
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: noCancellation,
    collection_method: 'charge_automatically',
    created: now,
    currency: request.lines[0]!.currency,
    customer: request.customer,
    default_payment_method: request.paymentMethod,
    description: request.description,
    discounts: [],
    ended_at: null,
    items: wholeList(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: null,
    livemode: false,
    metadata: request.metadata,
    pause_collection: null,
    start_date: now,
    status: 'active',
  }
  account.subscriptions.put(id, subscription, request.customer)
  storeSubscription(account, subscription)
  return subscription
}

/** The end of what is paid for, in Unix seconds; items of one subscription share it. */
export const currentPeriodEnd = (subscription: Subscription) =>
  Math.max(...subscription.items.data.map((item) => item.current_period_end))

export const isLive = (subscription: Subscription) =>
  subscription.status === 'active' || subscription.status === 'past_due'

/** Keeps a subscription, and when its next renewal or attempt to collect is due. */
export function storeSubscription(account: StripeAccount, subscription: Subscription) {
  account.subscriptions.put(subscription.id, subscription)
  const never = Number.POSITIVE_INFINITY
  const charge = account.invoices.get(String(subscription.latest_invoice))?.next_payment_attempt ?? never
  const dueAt = Math.min(isLive(subscription) ? currentPeriodEnd(subscription) : never, charge)
  if (dueAt < never) account.dueSubscriptions.put(subscription.id, dueAt)
  else account.dueSubscriptions.delete(subscription.id)
}

export function saveSubscription(
  account: StripeAccount,
  subscription: Subscription,
  previous: Record<string, unknown>,
) {
  storeSubscription(account, subscription)
  account.emit('customer.subscription.updated', subscription, previous)
  return subscription
}

export function endSubscription(
  account: StripeAccount,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription {
  const ended: Subscription = {
    ...subscription,
    canceled_at: subscription.canceled_at ?? account.now(),
    cancellation_details: { ...noCancellation, reason },
    ended_at: account.now(),
    status: 'canceled',
  }
  // Only "automatic collection of all finalized invoices" stops: what is open stays so and can be paid. Of a draft nothing
  // is said, so it goes its way. https://docs.stripe.com/api/subscriptions/cancel
  for (const invoice of invoicesOf(account, subscription))
    if (invoice.status === 'open')
      account.invoices.put(invoice.id, { ...invoice, next_payment_attempt: null })
  storeSubscription(account, ended)
  account.emit('customer.subscription.deleted', ended)
  return ended
}

const invoicesOf = (account: StripeAccount, { id, customer }: Subscription): Invoice[] =>
  account.invoices
    .list({ parent: customer })
    .filter((invoice) => invoice.parent?.subscription_details.subscription === id)

/**
 * An invoice is given up or written off; a subscription that only waited for it is active again. That writing off by hand
 * does so as well is a seller's report of 2022, which Stripe's staff confirmed; no page describes it.
 */
export function giveUpInvoice(
  account: StripeAccount,
  invoice: Invoice,
  give: typeof voidInvoice = voidInvoice,
): Invoice {
  const givenUp = give(account, invoice)
  const subscriptionId = invoice.parent?.subscription_details.subscription
  const subscription = subscriptionId ? account.subscriptions.get(subscriptionId) : undefined
  if (subscription?.status === 'past_due') followInvoices(account, subscription)
  if (subscription?.status === 'paused') followResumption(account, subscription, givenUp)
  return givenUp
}

/**
 * "Voided invoices don't affect subscription status. Stripe determines the status from the most recent non-voided
 * invoice", and "active doesn't indicate that all outstanding invoices associated with the subscription have been paid":
 * https://docs.stripe.com/billing/subscriptions/overview
 */
export function followInvoices(account: StripeAccount, subscription: Subscription): void {
  // "This is a terminal state that can't be updated", whatever is paid later.
  if (subscription.status === 'canceled') return
  const latest = invoicesOf(account, subscription)
    .filter(({ status }) => status === 'open' || status === 'paid')
    .at(-1)
  const status = latest?.status === 'open' && latest.attempted ? 'past_due' : 'active'
  if (subscription.status === status) storeSubscription(account, subscription)
  else saveSubscription(account, { ...subscription, status }, { status: subscription.status })
}

interface Period {
  start: number
  end: number
}

/** A subscription with these periods of its items, and what bills them. */
function begin(
  account: StripeAccount,
  subscription: Subscription,
  reason: InvoiceRequest['reason'],
  startOf: (item: SubscriptionItem) => number,
): { next: Subscription; request: InvoiceRequest; start: number } {
  const periods = subscription.items.data.map((item): Period => {
    const start = startOf(item)
    return { start, end: periodEnd(start, item.price.recurring!) }
  })
  const next: Subscription = {
    ...subscription,
    items: {
      ...subscription.items,
      data: subscription.items.data.map((item, index) => ({
        ...item,
        current_period_start: periods[index]!.start,
        current_period_end: periods[index]!.end,
      })),
    },
  }
  const request: InvoiceRequest = {
    customer: next.customer,
    currency: next.currency,
    reason,
    discountId: null,
    subscription: next,
    lines: next.items.data.map((item, index) => ({
      amount_subtotal: item.price.unit_amount * item.quantity,
      amount_discount: 0,
      description: account.products.get(item.price.product)?.name ?? null,
      metadata: item.metadata,
      price: item.price,
      quantity: item.quantity,
      period: periods[index]!,
    })),
  }
  return { next, request, start: Math.max(...periods.map((period) => period.start)) }
}

/** Bills the next period and moves on to it, whether it is paid in the end or not. */
function renew(account: StripeAccount, subscription: Subscription): Subscription {
  const { next, request, start } = begin(
    account,
    subscription,
    'subscription_cycle',
    (item) => item.current_period_end,
  )
  const invoice = draftInvoice(account, request, next.pause_collection ? null : start + draftSeconds)
  next.latest_invoice = invoice.id
  saveSubscription(account, next, { latest_invoice: subscription.latest_invoice })
  // While collection is paused what is billed is void at once; the periods and the status continue as they were.
  // https://docs.stripe.com/billing/subscriptions/pause-payment
  if (next.pause_collection) voidInvoice(account, finishInvoice(account, invoice))
  else chargeDue(account, next)
  return account.subscriptions.get(subscription.id)!
}

/**
 * Resets the anchor to now: "this results in the customer being invoiced immediately", for a whole period, and the card is
 * tried at once. https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function restart(account: StripeAccount, subscription: Subscription): Subscription {
  const now = account.now()
  const { next, request } = begin(account, subscription, 'subscription_update', () => now)
  const invoice = finishInvoice(account, draftInvoice(account, request, null))
  next.billing_cycle_anchor = now
  next.latest_invoice = invoice.id
  saveSubscription(account, next, { billing_cycle_anchor: subscription.billing_cycle_anchor })
  if (next.pause_collection) voidInvoice(account, invoice)
  else payInvoice(account, invoice)
  return account.subscriptions.get(subscription.id)!
}

/**
 * Collects an invoice from the card that is named, or the one on file, and lets its subscription's status follow. A
 * subscription's own card comes before the customer's: https://docs.stripe.com/api/subscriptions/object
 */
export function payInvoice(
  account: StripeAccount,
  invoice: Invoice,
  card?: string,
  isConfirmed = false,
): Invoice {
  const subscriptionId = invoice.parent?.subscription_details.subscription
  const subscription = subscriptionId ? account.subscriptions.get(subscriptionId) : undefined
  const method =
    card ??
    subscription?.default_payment_method ??
    account.customers.get(invoice.customer)?.invoice_settings.default_payment_method
  const after = collect(account, invoice, method ? String(method) : null, isConfirmed)
  // A try that was asked for, and refused, says nothing new of a customer.
  if (after.status === 'paid' || !card) noteDelinquent(account, invoice.customer, after.status !== 'paid')
  if (!subscription) return after
  if (subscription.status === 'canceled' || subscription.status === 'paused') {
    storeSubscription(account, subscription)
    if (subscription.status === 'paused') followResumption(account, subscription, after)
    return after
  }
  followInvoices(account, subscription)
  return !card && isTriedLast(after) ? afterLastTry(account, subscription, after) : after
}

/**
 * What the seller has chosen for the subscription and for its invoice, each by itself:
 * https://docs.stripe.com/billing/revenue-recovery/smart-retries
 */
function afterLastTry(account: StripeAccount, { id }: Subscription, invoice: Invoice): Invoice {
  const chosen = account.afterLastTry.get('chosen')
  const after =
    chosen?.invoice === 'uncollectible' ? giveUpInvoice(account, invoice, markUncollectible) : invoice
  if (chosen?.subscription === 'cancel')
    endSubscription(account, existing(account.subscriptions.get(id), 'subscription', id), 'payment_failed')
  return after
}

/**
 * The invoice of a resumption: "if the invoice is paid or marked uncollectible, the subscription becomes active. If the
 * invoice is manually voided, the subscription stays paused" (`Subscriptions.resume`).
 */
function followResumption(account: StripeAccount, subscription: Subscription, invoice: Invoice): void {
  const isOfResumption =
    invoice.id === subscription.latest_invoice && invoice.billing_reason === 'subscription_update'
  if (!isOfResumption || (invoice.status !== 'paid' && invoice.status !== 'uncollectible')) return
  const resumed: Subscription = { ...subscription, status: 'active' }
  saveSubscription(account, resumed, { status: 'paused' })
  account.emit('customer.subscription.resumed', resumed, { status: 'paused' })
}

/** Everything that has fallen due: renewals, cancellations at a period's end, further attempts to collect. */
export function runDueBilling(account: StripeAccount) {
  for (const { id, value: dueAt } of account.dueSubscriptions.entries()) {
    if (dueAt > account.now()) continue
    let subscription = existing(account.subscriptions.get(id), 'subscription', id)
    chargeDue(account, subscription)
    subscription = existing(account.subscriptions.get(id), 'subscription', id)
    while (isLive(subscription) && currentPeriodEnd(subscription) <= account.now()) {
      subscription = subscription.cancel_at_period_end
        ? endSubscription(account, subscription, 'cancellation_requested')
        : renew(account, subscription)
    }
    if (isLive(subscription)) chargeDue(account, subscription)
    // What was due may have been given up meanwhile.
    storeSubscription(account, existing(account.subscriptions.get(id), 'subscription', id))
  }
}

/** Charges the last renewal as often as its times have come: at the end of its hour as a draft, and after refusals. */
function chargeDue(account: StripeAccount, subscription: Subscription) {
  let invoice = account.invoices.get(String(subscription.latest_invoice))
  while (
    (invoice?.status === 'draft' || invoice?.status === 'open') &&
    invoice.next_payment_attempt &&
    invoice.next_payment_attempt <= account.now()
  )
    invoice = payInvoice(account, invoice.status === 'draft' ? finishInvoice(account, invoice) : invoice)
}

/**
 * Lets one subscription's time pass as Stripe's test clocks do, without touching anybody else's: its dates are
 * moved back, and what is then due happens. A renewal that this begins is charged as well, as if its hour as a draft had
 * passed too, unless that is what is asked for.
 */
export function advanceSubscription(
  account: StripeAccount,
  id: string,
  seconds: number,
  { leavesDraft = false } = {},
): Subscription {
  const subscription = existing(account.subscriptions.get(id), 'subscription', id)
  const moved: Subscription = {
    ...subscription,
    items: {
      ...subscription.items,
      data: subscription.items.data.map((item) => ({
        ...item,
        current_period_start: item.current_period_start - seconds,
        current_period_end: item.current_period_end - seconds,
      })),
    },
  }
  for (const invoice of invoicesOf(account, subscription))
    account.invoices.put(invoice.id, {
      ...invoice,
      lines: {
        ...invoice.lines,
        data: invoice.lines.data.map((line) => ({
          ...line,
          period: { start: line.period.start - seconds, end: line.period.end - seconds },
        })),
      },
    })
  const latest = account.invoices.get(String(subscription.latest_invoice))
  if (latest?.next_payment_attempt)
    account.invoices.put(latest.id, {
      ...latest,
      next_payment_attempt: latest.next_payment_attempt - seconds,
    })
  storeSubscription(account, moved)
  runDueBilling(account)
  const after = account.subscriptions.get(id)!
  const renewal = account.invoices.get(String(after.latest_invoice))
  if (leavesDraft || renewal?.status !== 'draft' || !renewal.auto_advance) return after
  account.invoices.put(renewal.id, { ...renewal, next_payment_attempt: account.now() })
  storeSubscription(account, after)
  runDueBilling(account)
  return account.subscriptions.get(id)!
}
