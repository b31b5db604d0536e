import type Stripe from 'stripe'
import { type PlanId, planIds } from '#features/plans/rules/catalog.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { type PaymentSubscription, subscriptionGone } from '#vendors/ports/payments.ts'
import { allPages } from './all-pages.ts'
import type { StripeCall, StripeClient } from './client.ts'
import { isStopped, letGo, settleDrafts } from './drafts.ts'
import { giveUpBegun, giveUpUnpaid, paidBefore, refusedOf } from './invoices.ts'
import { planOf } from './products.ts'
import { toSubscription } from './translate.ts'
import { eachOf, withItems } from './whole-lists.ts'
import {
  invoicePaymentListWire,
  pageSize,
  type SubscriptionWire,
  subscriptionListWire,
  subscriptionWire,
} from './wire.ts'

export const readSubscription: StripeCall<'readSubscription'> = async (client, subscriptionId, ctx) => {
  const present = await retrieve(client, subscriptionId, ctx)
  const known = { ...toSubscription(present), ...(await paidBefore(client, present, ctx)) }
  const owed = await refusedOf(client, subscriptionId, ctx)
  // What is still open ends with its subscription.
  if (known.status === 'ended') return { ...known, owed: owed.filter(({ isWrittenOff }) => isWrittenOff) }
  return { ...known, status: withOwed(known.status, owed.length > 0), owed }
}

/**
 * Stripe's status is that of the latest invoice that is not void: "active" says nothing of older ones.
 * https://docs.stripe.com/billing/subscriptions/overview
 */
const withOwed = (status: PaymentSubscription['status'], owes: boolean): PaymentSubscription['status'] =>
  owes && status === 'active' ? 'past_due' : status

export const retrieve = async (
  client: StripeClient,
  subscriptionId: string,
  ctx?: CallContext,
): Promise<SubscriptionWire> => {
  const present = await client
    .ask(
      'readSubscription',
      subscriptionWire,
      (stripe) => stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
      ctx,
    )
    .catch((error: unknown) => {
      if (!isVendorError(error, 'not_found')) throw error
      // One that has ended is still read, for ever, so this one was never there, or was wiped out with its account's data.
      const { vendor, operation, reason } = error
      throw new VendorError({ vendor, operation, kind: 'not_found', reason, code: subscriptionGone })
    })
  return withItems(client, present, ctx)
}

export const runningSubscriptions: StripeCall<'runningSubscriptions'> = async (
  client,
  customerExternalId,
  ctx,
) => {
  // Without a status: all that are not cancelled, https://docs.stripe.com/api/subscriptions/list
  const found = await allPages('listSubscriptions', (after) =>
    client.ask(
      'listSubscriptions',
      subscriptionListWire,
      (stripe) =>
        stripe.subscriptions.list({
          customer: customerExternalId,
          limit: pageSize,
          starting_after: after,
          expand: ['data.latest_invoice'],
        }),
      ctx,
    ),
  )
  const whole = await eachOf(found, (subscription) => withItems(client, subscription, ctx))
  return whole.map(toSubscription).filter(({ status }) => status !== 'ended')
}

export const cancelSubscription: StripeCall<'cancelSubscription'> = async (client, subscriptionId, ctx) => {
  const present = await retrieve(client, subscriptionId, ctx)
  const ended = toSubscription(present).status === 'ended' ? present : await end(client, subscriptionId, ctx)
  // Invoices stay as they are, and can be paid, when their subscription ends: https://docs.stripe.com/api/subscriptions/cancel
  await giveUpUnpaid(client, subscriptionId, ctx)
  return toSubscription(ended)
}

/** One that somebody else ends at the same moment is not there for Stripe to cancel. */
async function end(
  client: StripeClient,
  subscriptionId: string,
  ctx?: CallContext,
): Promise<SubscriptionWire> {
  try {
    return await client.ask(
      'cancelSubscription',
      subscriptionWire,
      (stripe) => stripe.subscriptions.cancel(subscriptionId),
      ctx,
    )
  } catch (error) {
    if (!isVendorError(error, 'not_found')) throw error
    const present = await retrieve(client, subscriptionId, ctx)
    if (toSubscription(present).status !== 'ended') throw error
    return present
  }
}

export const setSubscriptionBilling: StripeCall<'setSubscriptionBilling'> = async (
  client,
  subscriptionId,
  { quantities, onHold = {}, owedBefore, chargeNow, now = new Date(), ...wanted },
  ctx,
) => {
  if (planIds.every((plan) => quantities[plan] === undefined))
    return cancelSubscription(client, subscriptionId, ctx)
  let present = await retrieve(client, subscriptionId, ctx)
  const known = toSubscription(present)
  if (known.status === 'ended') return cancelSubscription(client, subscriptionId, ctx)
  const isPaused = wanted.leavesPause ? known.isPaused : wanted.isPaused
  if (known.isPaused && !isPaused) await giveUpBegun(client, subscriptionId, now, ctx)
  const items = changedItems(present, quantities)
  if (items.length > 0 || isPaused !== known.isPaused)
    present = await client.ask(
      'setSubscriptionBilling',
      subscriptionWire,
      (stripe) =>
        stripe.subscriptions.update(subscriptionId, {
          ...(items.length > 0 ? { items, proration_behavior: 'none' } : {}),
          ...(isPaused === known.isPaused ? {} : { pause_collection: isPaused ? { behavior: 'void' } : '' }),
          expand: ['latest_invoice'],
        }),
      ctx,
    )
  if (wanted.leavesPause) return toSubscription(present)
  if (chargeNow && !isPaused) present = await chargeFromNow(client, present, chargeNow, ctx)
  if (!isPaused) {
    // The last renewal is the only one that can be a draft: what begins after this was asked is billed as it was set.
    const latest = present.latest_invoice
    const heldUntil =
      latest?.status === 'draft'
        ? await settleDrafts(client, subscriptionId, { wanted: quantities, onHold, now }, ctx)
        : undefined
    // It was open already when it was to be held, and nothing came of it since.
    if (latest?.status === 'open' && isStopped(latest)) await letGo(client, latest, ctx)
    const billed = toSubscription(await withItems(client, present, ctx))
    return { ...billed, ...(heldUntil && { heldUntil }) }
  }
  // Renewals that were refused, or are not charged yet, would be charged all the same: https://docs.stripe.com/billing/subscriptions/pause-payment
  const { isChanged, owes, heldUntil } = await giveUpUnpaid(client, subscriptionId, ctx, { now, owedBefore })
  const paused = toSubscription(
    isChanged ? await retrieve(client, subscriptionId, ctx) : await withItems(client, present, ctx),
  )
  return {
    ...paused,
    status: withOwed(paused.status, owes),
    ...(heldUntil && { heldUntil }),
  }
}

/** In a subscription's metadata: the last charge that was asked for. Set with it, so that it is made once. */
const chargedForKey = 'charged_for'

/**
 * Begins a period now, which is invoiced and charged at once, without regard to the one that it ends:
 * https://docs.stripe.com/billing/subscriptions/billing-cycle. A card that is refused leaves the invoice open, as that of
 * any renewal: https://docs.stripe.com/api/subscriptions/update#update_subscription-payment_behavior
 */
async function chargeFromNow(
  { ask }: StripeClient,
  present: SubscriptionWire,
  name: string,
  ctx: CallContext | undefined,
): Promise<SubscriptionWire> {
  if (present.metadata[chargedForKey] === name) return present
  return ask(
    'chargeFromNow',
    subscriptionWire,
    (stripe) =>
      stripe.subscriptions.update(
        present.id,
        {
          billing_cycle_anchor: { type: 'now' },
          proration_behavior: 'none',
          payment_behavior: 'allow_incomplete',
          metadata: { [chargedForKey]: name },
          expand: ['latest_invoice'],
        },
        { idempotencyKey: `charge-${name}` },
      ),
    ctx,
  )
}

export const subscriptionOfPayment: StripeCall<'subscriptionOfPayment'> = async ({ ask }, paymentId, ctx) => {
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
