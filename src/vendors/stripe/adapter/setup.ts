import Stripe from 'stripe'
import * as z from 'zod'
import type { PaymentSetup } from '#vendors/ports/payments.ts'
import { allPages } from './all-pages.ts'
import type { StripeCall } from './client.ts'
import { identifier, listOf, moment, pageSize } from './wire.ts'

/** Kinds of events that lead to something; docs/going-live.md names them to the seller. */
const events: readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
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
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'customer.updated',
  'payment_method.attached',
]

const endpointListWire = listOf(
  z.object({
    id: identifier,
    url: z.string(),
    status: z.string(),
    enabled_events: z.array(z.string()),
    api_version: z.string().nullish(),
  }),
)
const subscriptionListWire = listOf(
  z.object({
    id: identifier,
    ended_at: moment.nullish(),
    cancellation_details: z.object({ reason: z.string().nullish() }).nullish(),
  }),
)

/** A setting that was corrected longer ago has shown itself since. */
const lately = 30 * 24 * 3600_000

export const readSetup: StripeCall<'readSetup'> = async ({ ask }, ctx) => {
  const endpoints = await allPages('listEndpoints', (after) =>
    ask(
      'listEndpoints',
      endpointListWire,
      (stripe) => stripe.webhookEndpoints.list({ limit: pageSize, starting_after: after }),
      ctx,
    ),
  )
  return {
    endpoints: endpoints.map(({ url, status, enabled_events, api_version }) => ({
      url,
      isEnabled: status === 'enabled',
      events: enabled_events,
      version: api_version ?? undefined,
    })),
    needed: { events, version: Stripe.API_VERSION },
    afterLastTry: await afterLastTry(ask, ctx),
  }
}

/** https://docs.stripe.com/billing/revenue-recovery/smart-retries: cancel it, mark it unpaid, or leave it past due. */
async function afterLastTry(
  ask: Parameters<StripeCall<'readSetup'>>[0]['ask'],
  ctx: Parameters<StripeCall<'readSetup'>>[1],
): Promise<PaymentSetup['afterLastTry']> {
  const latest = async (status: 'unpaid' | 'canceled') =>
    (
      await ask(
        'listSubscriptions',
        subscriptionListWire,
        (stripe) => stripe.subscriptions.list({ status, limit: pageSize }),
        ctx,
      )
    ).data
  const [unpaid] = await latest('unpaid')
  if (unpaid) return { subscriptionId: unpaid.id, became: 'unpaid' }
  const canceled = (await latest('canceled')).find(
    ({ ended_at: at, cancellation_details: why }) =>
      why?.reason === 'payment_failed' && at && at.getTime() > Date.now() - lately,
  )
  return canceled && { subscriptionId: canceled.id, became: 'canceled' }
}
