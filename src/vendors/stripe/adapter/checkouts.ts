import type Stripe from 'stripe'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { PaymentCheckout, PreparedCheckout } from '#vendors/ports/payments.ts'
import { allPages } from './all-pages.ts'
import { inOneOrder, sessionExpand } from './checkout-session-params.ts'
import type { StripeCall, StripeClient } from './client.ts'
import type { Products } from './ensure-products.ts'
import { toCheckout } from './translate.ts'
import { withItems } from './whole-lists.ts'
import { lineItemListWire, pageSize, paymentIntentWire, sessionListWire, sessionWire } from './wire.ts'

/** Makes the products that it names first, where they are missing. */
export async function createCheckout(
  client: StripeClient,
  products: Products,
  prepared: PreparedCheckout,
  idempotencyKey: string,
  ctx?: CallContext,
): Promise<PaymentCheckout> {
  const params: Stripe.Checkout.SessionCreateParams = inOneOrder({ ...prepared })
  await products.ensure(params, ctx)
  try {
    return await readWhole(
      client,
      'createCheckout',
      (stripe) => stripe.checkout.sessions.create(params, { idempotencyKey }),
      ctx,
    )
  } catch (error) {
    if (isVendorError(error, 'rejected')) products.forget(params)
    throw error
  }
}

export const findCheckout: StripeCall<'findCheckout'> = async (client, query, ctx) => {
  const made = await allPages('findCheckout', (starting_after) =>
    client.ask(
      'findCheckout',
      sessionListWire,
      (stripe) =>
        stripe.checkout.sessions.list({
          customer: query.customerExternalId,
          limit: pageSize,
          starting_after,
        }),
      ctx,
    ),
  )
  const found = made.find((listed) => listed.client_reference_id === query.reference)
  return found && readCheckout(client, found.id, ctx)
}

export const readCheckout: StripeCall<'readCheckout'> = (client, sessionId, ctx) =>
  readWhole(
    client,
    'readCheckout',
    (stripe) => stripe.checkout.sessions.retrieve(sessionId, { expand: sessionExpand }),
    ctx,
  )

export const expireCheckout: StripeCall<'expireCheckout'> = async (client, sessionId, ctx) => {
  const present = await readCheckout(client, sessionId, ctx)
  if (present.status !== 'open') return present
  try {
    return await readWhole(
      client,
      'expireCheckout',
      (stripe) => stripe.checkout.sessions.expire(sessionId, { expand: sessionExpand }),
      ctx,
    )
  } catch (error) {
    // Paid or expired since it was read.
    if (!isVendorError(error, 'rejected')) throw error
    return readCheckout(client, sessionId, ctx)
  }
}

export const checkoutOfPayment: StripeCall<'checkoutOfPayment'> = async ({ ask }, paymentId, ctx) => {
  const { data } = await ask(
    'checkoutOfPayment',
    sessionListWire,
    (stripe) => stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 }),
    ctx,
  )
  return data[0]?.id
}

/** A session shows its first ten lines; the others are a list of their own. */
async function readWhole(
  client: StripeClient,
  operation: string,
  request: (stripe: Stripe) => Promise<unknown>,
  ctx: CallContext | undefined,
): Promise<PaymentCheckout> {
  const { ask } = client
  const session = await ask(operation, sessionWire, request, ctx)
  const readMore = (after: string | undefined) =>
    ask(
      'listLines',
      lineItemListWire,
      (stripe) =>
        stripe.checkout.sessions.listLineItems(session.id, { limit: pageSize, starting_after: after }),
      ctx,
    )
  const known = session.line_items ?? { data: [], has_more: false }
  const lines = await allPages('listLines', readMore, known)
  const subscription = session.subscription && (await withItems(client, session.subscription, ctx))
  const whole = toCheckout({ ...session, subscription }, lines)
  const { paymentId } = whole
  const isPending = whole.status === 'complete' && !whole.paid && paymentId !== undefined
  return isPending ? { ...whole, isRefused: await isRefused(client, paymentId, ctx) } : whole
}

/**
 * Whether a payment that a bank had was refused. Its session is complete and unpaid before as after, so only the payment
 * tells: it waits for another method then. https://docs.stripe.com/payments/paymentintents/lifecycle
 */
async function isRefused({ ask }: StripeClient, paymentId: string, ctx?: CallContext): Promise<boolean> {
  const { status } = await ask(
    'readPayment',
    paymentIntentWire,
    (stripe) => stripe.paymentIntents.retrieve(paymentId),
    ctx,
  )
  return status === 'requires_payment_method' || status === 'canceled'
}
