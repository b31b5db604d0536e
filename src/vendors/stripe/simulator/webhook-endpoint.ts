import * as z from 'zod'
import { apiVersion, type StripeAccount } from './account.ts'
import { wholeList } from './lists.ts'
import type { WebhookEndpoint } from './objects.ts'
import { paging } from './params.ts'
import { type Route, route } from './route.ts'

/** What the endpoint is subscribed to; the seller chooses the same in the real dashboard, by docs/going-live.md. */
export const endpointEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'charge.succeeded',
  'charge.failed',
  'charge.refunded',
  // What becomes of a refund later: https://docs.stripe.com/changelog/acacia/2024-10-28/refund-webhook-update
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'customer.updated',
  'payment_method.attached',
] as const

/** Where the account's events go, as the seller has set it up; none where nobody was told of a product. */
export function endpointOf(account: StripeAccount): WebhookEndpoint | undefined {
  const chosen = account.webhookEndpoints.get('present')
  const { productUrl } = account.world
  if (!productUrl && !chosen?.url) return undefined
  return {
    id: 'we_sandbox',
    object: 'webhook_endpoint',
    api_version: apiVersion,
    created: 0,
    enabled_events: [...endpointEvents],
    livemode: false,
    status: 'enabled',
    url: `${productUrl ?? ''}/api/webhooks/stripe`,
    ...chosen,
  }
}

/** What can be changed in the dashboard; the version by making another endpoint. */
export const endpointChange = z.object({
  url: z.string().optional(),
  enabled_events: z.array(z.string()).optional(),
  api_version: z.string().nullable().optional(),
  status: z.enum(['enabled', 'disabled']).optional(),
})

/** https://docs.stripe.com/api/webhook_endpoints/list */
export const webhookEndpointRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'GET',
    path: '/v1/webhook_endpoints',
    params: z.strictObject(paging),
    answer: () => {
      const endpoint = endpointOf(account)
      return wholeList('/v1/webhook_endpoints', endpoint ? [endpoint] : [])
    },
  }),
]
