import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import { mergeMetadata } from './customers.ts'
import { isWithin, listedCustomer, page, pageOfKnown } from './lists.ts'
import type { Subscription } from './objects.ts'
import { expandable, flag, ignored, integer, metadata, paging, text, timeRange } from './params.ts'
import { existing, invalid, missingObject, missingReference } from './problem.ts'
import { type Route, route } from './route.ts'
import { currentPeriodEnd, endSubscription, restart, saveSubscription } from './subscriptions.ts'

const updateParams = z.strictObject({
  cancel_at_period_end: flag.optional(),
  metadata: metadata.optional(),
  description: z.string().max(500).optional(),
  default_payment_method: text.optional(),
  proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
  payment_behavior: ignored.optional(),
  // https://docs.stripe.com/changelog/endive/2026-09-30/polymorphic-billing-cycle-anchor
  billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
  // The sandbox plays the one behaviour; an empty value ends the pause.
  pause_collection: z.union([z.literal(''), z.strictObject({ behavior: z.literal('void') })]).optional(),
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
  if (subscription.status === 'canceled')
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  if (params.items && params.proration_behavior !== 'none')
    throw invalid('The sandbox changes items only with proration_behavior=none.', 'proration_behavior')
  if (params.billing_cycle_anchor?.type === 'now' && params.proration_behavior !== 'none')
    throw invalid(
      'The sandbox restarts a billing period only with proration_behavior=none.',
      'proration_behavior',
    )
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
  if (params.pause_collection !== undefined) {
    previous.pause_collection = subscription.pause_collection
    updated.pause_collection = params.pause_collection
      ? { ...params.pause_collection, resumes_at: null }
      : null
  }
  if (params.default_payment_method !== undefined) {
    if (account.paymentMethods.get(params.default_payment_method)?.customer !== subscription.customer)
      throw missingReference('PaymentMethod', params.default_payment_method, 'default_payment_method')
    previous.default_payment_method = subscription.default_payment_method
  }
  if (params.cancel_at_period_end !== undefined) {
    previous.cancel_at_period_end = subscription.cancel_at_period_end
    updated.cancel_at_period_end = params.cancel_at_period_end
    updated.cancel_at = params.cancel_at_period_end ? currentPeriodEnd(subscription) : null
    updated.canceled_at = params.cancel_at_period_end ? account.now() : null
  }
  const saved = saveSubscription(account, updated, previous)
  return params.billing_cycle_anchor?.type === 'now' ? restart(account, saved) : saved
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
        parent: listedCustomer(account, customer),
        where: (subscription) =>
          (status === 'all' ||
            (status ? subscription.status === status : subscription.status !== 'canceled')) &&
          isWithin(subscription.created, created),
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/subscription_items',
    params: z.strictObject({ ...paging, subscription: text }),
    answer: ({ subscription: id, ...request }) =>
      pageOfKnown(
        '/v1/subscription_items',
        existing(account.subscriptions.get(id), 'subscription', id).items.data,
        request,
      ),
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
      if (subscription.status === 'canceled') throw missingObject('subscription', id)
      return endSubscription(account, subscription, 'cancellation_requested')
    },
  }),
]
