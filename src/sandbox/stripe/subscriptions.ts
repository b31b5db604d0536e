import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import { mergeMetadata } from './customers.ts'
import { collect, openInvoice, voidInvoice } from './invoices.ts'
import { isWithin, page, wholeList } from './lists.ts'
import type { Invoice, LineItem, Metadata, Subscription, SubscriptionItem } from './objects.ts'
import { expandable, flag, ignored, integer, metadata, paging, text, timeRange } from './params.ts'
import { periodEnd } from './periods.ts'
import { existing, invalid, missingObject, missingReference } from './problem.ts'
import { type Route, route } from './route.ts'

export interface SubscriptionRequest {
  customer: string
  paymentMethod: string
  lines: readonly LineItem[]
  metadata: Metadata
  description: string | null
}

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
  if (!isLive(subscription)) {
    account.dueSubscriptions.delete(subscription.id)
    return
  }
  const retry = account.invoices.get(String(subscription.latest_invoice))?.next_payment_attempt
  account.dueSubscriptions.put(
    subscription.id,
    Math.min(currentPeriodEnd(subscription), retry ?? Number.POSITIVE_INFINITY),
  )
}

function save(account: StripeAccount, subscription: Subscription, previous: Record<string, unknown>) {
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
  storeSubscription(account, ended)
  const latest = subscription.latest_invoice
    ? account.invoices.get(String(subscription.latest_invoice))
    : undefined
  if (latest?.status === 'open') voidInvoice(account, latest)
  account.emit('customer.subscription.deleted', ended)
  return ended
}

/** Bills the next period and moves on to it, paid or not. */
export function renew(account: StripeAccount, subscription: Subscription): Subscription {
  const periods = subscription.items.data.map((item) => ({
    start: item.current_period_end,
    end: periodEnd(item.current_period_end, item.price.recurring!),
  }))
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
  const invoice = openInvoice(account, {
    customer: next.customer,
    currency: next.currency,
    reason: 'subscription_cycle',
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
  })
  next.latest_invoice = invoice.id
  save(account, next, { latest_invoice: subscription.latest_invoice })
  payInvoice(account, invoice)
  return account.subscriptions.get(subscription.id)!
}

/** Collects an invoice from the card on file and lets its subscription's status follow. */
export function payInvoice(account: StripeAccount, invoice: Invoice): Invoice {
  const subscriptionId = invoice.parent?.subscription_details.subscription
  const subscription = subscriptionId ? account.subscriptions.get(subscriptionId) : undefined
  const method =
    subscription?.default_payment_method ??
    account.customers.get(invoice.customer)?.invoice_settings.default_payment_method
  const after = collect(account, invoice, method ? String(method) : null)
  if (!subscription || subscription.status === 'canceled') return after
  const status = after.status === 'paid' ? 'active' : 'past_due'
  if (subscription.status === status) storeSubscription(account, subscription)
  else save(account, { ...subscription, status }, { status: subscription.status })
  return after
}

/** Everything that has fallen due: renewals, cancellations at a period's end, further attempts to collect. */
export function runDueBilling(account: StripeAccount) {
  for (const { id, value: dueAt } of account.dueSubscriptions.entries()) {
    if (dueAt > account.now()) continue
    let subscription = existing(account.subscriptions.get(id), 'subscription', id)
    retryInvoice(account, subscription)
    subscription = existing(account.subscriptions.get(id), 'subscription', id)
    while (isLive(subscription) && currentPeriodEnd(subscription) <= account.now()) {
      subscription = subscription.cancel_at_period_end
        ? endSubscription(account, subscription, 'cancellation_requested')
        : renew(account, subscription)
    }
    if (isLive(subscription)) retryInvoice(account, subscription)
  }
}

/** Tries an unpaid invoice as often as its times have come. */
function retryInvoice(account: StripeAccount, subscription: Subscription) {
  let invoice = account.invoices.get(String(subscription.latest_invoice))
  while (
    invoice?.status === 'open' &&
    invoice.next_payment_attempt &&
    invoice.next_payment_attempt <= account.now()
  )
    invoice = payInvoice(account, invoice)
}

/**
 * Lets one subscription's time pass as Stripe's test clocks do, without touching anybody else's: its dates are
 * moved back, and what is then due happens.
 */
export function advanceSubscription(account: StripeAccount, id: string, seconds: number): Subscription {
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
  const latest = account.invoices.get(String(subscription.latest_invoice))
  if (latest?.next_payment_attempt)
    account.invoices.put(latest.id, {
      ...latest,
      next_payment_attempt: latest.next_payment_attempt - seconds,
    })
  storeSubscription(account, moved)
  runDueBilling(account)
  return account.subscriptions.get(id)!
}

const updateParams = z.strictObject({
  cancel_at_period_end: flag.optional(),
  metadata: metadata.optional(),
  description: z.string().max(500).optional(),
  default_payment_method: text.optional(),
  proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
  payment_behavior: ignored.optional(),
  items: z
    .array(
      z.strictObject({
        id: text,
        quantity: integer.pipe(z.number().min(0)).optional(),
        deleted: flag.optional(),
        metadata: metadata.optional(),
      }),
    )
    .max(20)
    .optional(),
  ...expandable,
})

function updateSubscription(
  account: StripeAccount,
  id: string,
  params: z.output<typeof updateParams>,
): Subscription {
  const subscription = existing(account.subscriptions.get(id), 'subscription', id)
  if (!isLive(subscription))
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  if (params.items && params.proration_behavior !== 'none')
    throw invalid('The sandbox changes items only with proration_behavior=none.', 'proration_behavior')
  const previous: Record<string, unknown> = {}
  const data = subscription.items.data.flatMap((item) => {
    const change = params.items?.find((other) => other.id === item.id)
    if (change?.deleted) return []
    return [
      {
        ...item,
        quantity: change?.quantity ?? item.quantity,
        metadata: mergeMetadata(item.metadata, change?.metadata),
      },
    ]
  })
  for (const [index, { id: itemId }] of (params.items ?? []).entries())
    if (!subscription.items.data.some((item) => item.id === itemId))
      throw missingReference('subscription_item', itemId, `items[${index}][id]`)
  if (data.length === 0)
    throw invalid(
      'A subscription must have at least one active plan. To cancel the subscription, delete it instead.',
      'items',
    )
  if (params.items) previous.items = subscription.items
  const updated: Subscription = {
    ...subscription,
    items: { ...subscription.items, data },
    metadata: mergeMetadata(subscription.metadata, params.metadata),
    description: params.description ?? subscription.description,
    default_payment_method: params.default_payment_method ?? subscription.default_payment_method,
  }
  if (params.cancel_at_period_end !== undefined) {
    previous.cancel_at_period_end = subscription.cancel_at_period_end
    updated.cancel_at_period_end = params.cancel_at_period_end
    updated.cancel_at = params.cancel_at_period_end ? currentPeriodEnd(subscription) : null
    updated.canceled_at = params.cancel_at_period_end ? account.now() : null
  }
  return save(account, updated, previous)
}

export const subscriptionRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'GET',
    path: '/v1/subscriptions',
    params: z.strictObject({
      ...paging,
      customer: text.optional(),
      status: text.optional(),
      created: timeRange.optional(),
    }),
    answer: ({ customer, status, created, ...request }) =>
      page(account.subscriptions, '/v1/subscriptions', request, {
        parent: customer,
        where: (subscription) =>
          (status === 'all' ||
            (status ? subscription.status === status : subscription.status !== 'canceled')) &&
          isWithin(subscription.created, created),
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/subscriptions/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => existing(account.subscriptions.get(id), 'subscription', id),
  }),
  route({
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: updateParams,
    answer: (params, { id = '' }) => updateSubscription(account, id, params),
  }),
  route({
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: z.strictObject({
      invoice_now: flag.optional(),
      prorate: flag.optional(),
      cancellation_details: ignored.optional(),
      ...expandable,
    }),
    answer: (_, { id = '' }) => {
      const subscription = existing(account.subscriptions.get(id), 'subscription', id)
      // The real service forgets ended subscriptions here too: cancelling twice answers 404.
      if (!isLive(subscription)) throw missingObject('subscription', id)
      return endSubscription(account, subscription, 'cancellation_requested')
    },
  }),
]
