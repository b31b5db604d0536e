import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { type PlanId, planIds } from '#shared/plans/catalog.ts'
import type { CallContext } from '../ports/call-context.ts'
import type { Payments } from '../ports/payments.ts'
import type { VendorClientDependencies } from '../vendor-client.ts'
import { isVendorError, VendorError } from '../vendor-error.ts'
import { checkoutSessionParams, inOneOrder, sessionExpand } from './checkout-session-params.ts'
import { createStripeClient, type StripeOptions } from './client.ts'
import { createOnce } from './create-once.ts'
import { createProducts } from './ensure-products.ts'
import { createInvoices } from './invoices.ts'
import { createPortal } from './portal.ts'
import { probeStripe } from './probe.ts'
import { planOf } from './products.ts'
import { toCheckout, toDispute, toEvent, toPromotion, toRefund, toSubscription } from './translate.ts'
import { looksSigned, readWebhook } from './webhook.ts'
import {
  chargeRefundListWire,
  customerListWire,
  customerWire,
  disputeWire,
  eventListWire,
  invoicePaymentListWire,
  type LineItemWire,
  lineItemListWire,
  promotionCodeListWire,
  refundListWire,
  refundWire,
  type SessionWire,
  type SubscriptionWire,
  sessionListWire,
  sessionWire,
  subscriptionListWire,
  subscriptionWire,
} from './wire.ts'

/** The most that one page of a list holds. */
const pageSize = 100

/** Stripe as the product's payment provider. `productName` is what invoices call its products. */
export function createStripePayments(
  options: StripeOptions & { productName: string },
  dependencies: VendorClientDependencies,
): Payments {
  const client = createStripeClient(options, dependencies)
  const { ask } = client
  const products = createProducts(client, options.productName)
  const portal = createPortal(client)
  const invoices = createInvoices(client)

  const session = (operation: string, request: (stripe: Stripe) => Promise<unknown>, ctx?: CallContext) =>
    ask(operation, sessionWire, request, ctx).then((answer) => withAllLines(answer, ctx))

  /** A session shows its first ten lines; the others are a list of their own. */
  async function withAllLines(answer: SessionWire, ctx?: CallContext) {
    const lines: LineItemWire[] = [...(answer.line_items?.data ?? [])]
    let hasMore = answer.line_items?.has_more ?? false
    while (hasMore) {
      const page = await ask(
        'listLines',
        lineItemListWire,
        (stripe) =>
          stripe.checkout.sessions.listLineItems(answer.id, {
            limit: pageSize,
            starting_after: lines.at(-1)?.id,
          }),
        ctx,
      )
      lines.push(...page.data)
      hasMore = page.has_more && page.data.length > 0
    }
    return toCheckout(answer, lines)
  }

  const readSession = (sessionId: string, ctx?: CallContext) =>
    session(
      'readCheckout',
      (stripe) => stripe.checkout.sessions.retrieve(sessionId, { expand: sessionExpand }),
      ctx,
    )

  const readSubscription = (subscriptionId: string, ctx?: CallContext) =>
    ask(
      'readSubscription',
      subscriptionWire,
      (stripe) => stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
      ctx,
    )

  async function cancelSubscription(subscriptionId: string, ctx?: CallContext) {
    const present = await readSubscription(subscriptionId, ctx)
    const ended =
      toSubscription(present).status === 'ended'
        ? present
        : await ask(
            'cancelSubscription',
            subscriptionWire,
            (stripe) => stripe.subscriptions.cancel(subscriptionId),
            ctx,
          )
    // They stay open, and can be paid, when their subscription ends: https://docs.stripe.com/api/subscriptions/cancel
    await invoices.giveUpOpen(subscriptionId, ctx)
    return toSubscription(ended)
  }

  return {
    prepareCheckout: (offer) => ({ ...checkoutSessionParams(offer) }),

    ensureCustomer({ customerId, email, name }, ctx) {
      const params = { email, name, metadata: { customer_id: customerId } }
      return createOnce({
        key: `customer-${customerId}-${hashOf(params)}`,
        async look() {
          const { data } = await ask(
            'findCustomer',
            customerListWire,
            (stripe) => stripe.customers.list({ email, limit: pageSize }),
            ctx,
          )
          const known = data.find((customer) => customer.metadata.customer_id === customerId)
          return known && { customerExternalId: known.id }
        },
        async create(idempotencyKey) {
          const made = await ask(
            'createCustomer',
            customerWire,
            (stripe) => stripe.customers.create(params, { idempotencyKey }),
            ctx,
          )
          return { customerExternalId: made.id }
        },
      })
    },

    async createCheckout(prepared, idempotencyKey, ctx) {
      const params: Stripe.Checkout.SessionCreateParams = inOneOrder({ ...prepared })
      await products.ensure(params, ctx)
      return session(
        'createCheckout',
        (stripe) => stripe.checkout.sessions.create(params, { idempotencyKey }),
        ctx,
      )
    },

    async findCheckout({ customerExternalId, reference }, ctx) {
      const { data } = await ask(
        'findCheckout',
        sessionListWire,
        (stripe) => stripe.checkout.sessions.list({ customer: customerExternalId, limit: pageSize }),
        ctx,
      )
      const found = data.find((listed) => listed.client_reference_id === reference)
      return found && readSession(found.id, ctx)
    },

    readCheckout: readSession,

    async expireCheckout(sessionId, ctx) {
      const present = await readSession(sessionId, ctx)
      if (present.status !== 'open') return present
      try {
        return await session(
          'expireCheckout',
          (stripe) => stripe.checkout.sessions.expire(sessionId, { expand: sessionExpand }),
          ctx,
        )
      } catch (error) {
        // Paid or expired since it was read.
        if (!isVendorError(error, 'rejected')) throw error
        return readSession(sessionId, ctx)
      }
    },

    async readSubscription(subscriptionId, ctx) {
      const present = await readSubscription(subscriptionId, ctx)
      return { ...toSubscription(present), ...(await invoices.paidBefore(present, ctx)) }
    },

    async runningSubscriptions(customerExternalId, ctx) {
      const found: SubscriptionWire[] = []
      let hasMore = true
      while (hasMore) {
        // Without a status: all that are not cancelled, https://docs.stripe.com/api/subscriptions/list
        const page = await ask(
          'listSubscriptions',
          subscriptionListWire,
          (stripe) =>
            stripe.subscriptions.list({
              customer: customerExternalId,
              limit: pageSize,
              starting_after: found.at(-1)?.id,
              expand: ['data.latest_invoice'],
            }),
          ctx,
        )
        found.push(...page.data)
        hasMore = page.has_more && page.data.length > 0
      }
      return found.map(toSubscription).filter(({ status }) => status !== 'ended')
    },

    async setSubscriptionBilling(subscriptionId, { quantities, isPaused }, ctx) {
      if (planIds.every((plan) => quantities[plan] === undefined))
        return cancelSubscription(subscriptionId, ctx)
      let present = await readSubscription(subscriptionId, ctx)
      const known = toSubscription(present)
      if (known.status === 'ended') return cancelSubscription(subscriptionId, ctx)
      const items = changedItems(present, quantities)
      if (items.length > 0 || isPaused !== known.isPaused)
        present = await ask(
          'setSubscriptionBilling',
          subscriptionWire,
          (stripe) =>
            stripe.subscriptions.update(subscriptionId, {
              ...(items.length > 0 ? { items, proration_behavior: 'none' } : {}),
              ...(isPaused === known.isPaused
                ? {}
                : { pause_collection: isPaused ? { behavior: 'void' } : '' }),
              expand: ['latest_invoice'],
            }),
          ctx,
        )
      // Refused renewals would be charged all the same: https://docs.stripe.com/billing/subscriptions/pause-payment
      const isChanged = isPaused && (await invoices.giveUpOpen(subscriptionId, ctx))
      return toSubscription(isChanged ? await readSubscription(subscriptionId, ctx) : present)
    },

    readInvoice: invoices.read,
    unpaidRenewals: invoices.unpaidRenewals,
    collectInvoice: invoices.collect,
    cancelSubscription,
    openPortal: portal.open,

    async findPromotion(code, ctx) {
      const { data } = await ask(
        'findPromotion',
        promotionCodeListWire,
        (stripe) =>
          stripe.promotionCodes.list({
            code,
            active: true,
            limit: 10,
            expand: ['data.promotion.coupon', 'data.promotion.coupon.applies_to'],
          }),
        ctx,
      )
      return data.map(toPromotion).find((promotion) => promotion !== undefined)
    },

    refund({ refundId, paymentId, cents, metadata }, ctx) {
      return createOnce({
        key: `refund-${refundId}`,
        async look() {
          const { data } = await ask(
            'findRefund',
            refundListWire,
            (stripe) => stripe.refunds.list({ payment_intent: paymentId, limit: pageSize }),
            ctx,
          )
          const known = data.find((refund) => refund.metadata.refund_id === refundId)
          return known && toRefund(known)
        },
        async create(idempotencyKey) {
          const params = {
            payment_intent: paymentId,
            amount: cents,
            metadata: { ...metadata, refund_id: refundId },
          }
          return toRefund(
            await ask(
              'refund',
              refundWire,
              (stripe) => stripe.refunds.create(params, { idempotencyKey }),
              ctx,
            ),
          )
        },
      })
    },

    async readRefunds(paymentId, ctx) {
      const { data } = await ask(
        'readRefunds',
        chargeRefundListWire,
        (stripe) =>
          stripe.refunds.list({ payment_intent: paymentId, limit: pageSize, expand: ['data.charge'] }),
        ctx,
      )
      const refunds = data.map((refund) => ({ ...toRefund(refund), reference: refund.metadata.refund_id }))
      const given = refunds
        .filter(({ status }) => status !== 'failed')
        .reduce((sum, { cents }) => sum + cents, 0)
      // Not by what the charge says of itself: whether it counts a refund that failed later is not documented.
      return { isWhole: data.some(({ charge }) => charge && given >= charge.amount), refunds }
    },

    async readDispute(disputeId, ctx) {
      return toDispute(
        await ask('readDispute', disputeWire, (stripe) => stripe.disputes.retrieve(disputeId), ctx),
      )
    },

    async checkoutOfPayment(paymentId, ctx) {
      const { data } = await ask(
        'checkoutOfPayment',
        sessionListWire,
        (stripe) => stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 }),
        ctx,
      )
      return data[0]?.id
    },

    async subscriptionOfPayment(paymentId, ctx) {
      const { data } = await ask(
        'subscriptionOfPayment',
        invoicePaymentListWire,
        (stripe) =>
          stripe.invoicePayments.list({
            payment: { type: 'payment_intent', payment_intent: paymentId },
            limit: 1,
            expand: ['data.invoice'],
          }),
        ctx,
      )
      return data[0]?.invoice.parent?.subscription_details?.subscription
    },

    async events({ since, after }, ctx) {
      const page = await ask(
        'listEvents',
        eventListWire,
        (stripe) =>
          stripe.events.list({
            created: { gte: Math.floor(since.getTime() / 1_000) },
            starting_after: after,
            limit: pageSize,
          }),
        ctx,
      )
      return { events: page.data.map(toEvent), next: page.has_more ? page.data.at(-1)?.id : undefined }
    },

    looksSigned,
    parseWebhook: (rawBody, signature) =>
      readWebhook(client.webhooks, options.webhookSecret, rawBody, signature),

    probe: (ctx) => probeStripe(client, ctx),
  }
}

/** The items whose quantity differs from what is wanted; a plan that the subscription has no item for is refused. */
function changedItems(
  subscription: SubscriptionWire,
  wanted: Partial<Record<PlanId, number>>,
): Stripe.SubscriptionUpdateParams.Item[] {
  const items: Stripe.SubscriptionUpdateParams.Item[] = []
  const missing = new Set(planIds.filter((plan) => wanted[plan]))
  for (const { id, quantity, price } of subscription.items.data) {
    const plan = price.product && planOf(price.product)
    if (!plan) continue
    missing.delete(plan)
    const next = wanted[plan] ?? 0
    if (wanted[plan] === undefined) items.push({ id, deleted: true })
    else if (next !== quantity) items.push({ id, quantity: next })
  }
  if (missing.size === 0) return items
  throw new VendorError({
    vendor: 'stripe',
    operation: 'setSubscriptionBilling',
    kind: 'rejected',
    reason: `the subscription has no item for ${[...missing].join(', ')}`,
  })
}

const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)
