import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import { mergeMetadata } from './customers.ts'
import { closeDispute } from './disputes.ts'
import { isWithin, page } from './lists.ts'
import type { Charge, Refund } from './objects.ts'
import { expandable, integer, metadata, paging, text, timeRange } from './params.ts'
import { successfulCharge } from './payments.ts'
import { existing, invalid, missingReference } from './problem.ts'
import { type Route, route } from './route.ts'

const refundParams = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: integer.pipe(z.number().min(1)).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  ...expandable,
})

export function createRefund(account: StripeAccount, params: z.output<typeof refundParams>): Refund {
  const charge = params.charge
    ? account.charges.get(params.charge)
    : params.payment_intent
      ? successfulCharge(account, params.payment_intent)
      : undefined
  if (!charge) {
    if (params.charge) throw missingReference('charge', params.charge, 'charge')
    if (!params.payment_intent)
      throw invalid(
        'One of the following params should be provided for this request: payment_intent or charge.',
      )
    if (!account.paymentIntents.get(params.payment_intent))
      throw missingReference('payment_intent', params.payment_intent, 'payment_intent')
    throw invalid('This PaymentIntent does not have a successful charge to refund.', 'payment_intent')
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  const amount = params.amount ?? left
  if (amount > left)
    throw invalid(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
      'amount',
    )
  // An inquiry can be refunded, which ends it: https://docs.stripe.com/disputes/how-disputes-work#inquiries
  if (charge.disputed && !isRefundable(account, charge))
    throw invalid('This charge has been charged back and cannot be refunded.', undefined, 'charge_disputed')
  const beginning = account.refundBeginnings.get('next') ?? 'succeeded'
  const refund: Refund = {
    id: account.id('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    metadata: params.metadata ?? {},
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
    status: beginning === 'failed' ? 'pending' : beginning,
  }
  account.refunds.put(refund.id, refund, String(charge.payment_intent))
  const refunded: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  }
  account.charges.put(charge.id, refunded)
  account.emit('refund.created', refund)
  account.emit('charge.refunded', refunded, { amount_refunded: charge.amount_refunded })
  return beginning === 'failed'
    ? endRefund(account, refund.id, { status: 'failed', failure: 'unknown' })
    : refund
}

const isRefundable = (account: StripeAccount, { payment_intent }: Charge): boolean =>
  account.disputes
    .list({ parent: String(payment_intent) })
    .every(({ status, is_charge_refundable }) => status === 'won' || is_charge_refundable)

/** Words that Stripe documents: https://docs.stripe.com/api/refunds/object#refund_object-failure_reason */
export const refundFailures = [
  'lost_or_stolen_card',
  'expired_or_canceled_card',
  'charge_for_pending_refund_disputed',
  'insufficient_funds',
  'declined',
  'merchant_request',
  'unknown',
] as const

/**
 * A refund comes to its end, as with the test cards for refunds (https://docs.stripe.com/testing#refunds): one that was
 * pending succeeds, or one that may have succeeded days ago fails, since the bank sent the money back. It is in the
 * account's balance then, and its owner is to give it back in another way: https://docs.stripe.com/refunds#failed-refunds
 */
export function endRefund(
  account: StripeAccount,
  id: string,
  end: { status: 'succeeded' } | { status: 'failed'; failure: (typeof refundFailures)[number] },
): Refund {
  const refund = existing(account.refunds.get(id), 'refund', id)
  const canEnd = refund.status === 'pending' || (refund.status === 'succeeded' && end.status === 'failed')
  if (!canEnd) throw invalid(`Refund ${id} is ${refund.status} already.`)
  const ended: Refund = {
    ...refund,
    status: end.status,
    ...(end.status === 'failed' ? { failure_reason: end.failure } : {}),
  }
  account.refunds.put(id, ended)
  const charge = account.charges.get(String(refund.charge))
  if (charge && end.status === 'failed')
    account.charges.put(charge.id, {
      ...charge,
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    })
  for (const type of ['refund.updated', 'charge.refund.updated'])
    account.emit(type, ended, { status: refund.status })
  if (end.status === 'failed') account.emit('refund.failed', ended)
  return ended
}

const listParams = z.strictObject({
  ...paging,
  payment_intent: text.optional(),
  charge: text.optional(),
  created: timeRange.optional(),
})

/** What goes back of a charge: refunds, and what banks take back. */
export const returnRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'POST',
    path: '/v1/refunds',
    params: refundParams,
    answer: (params) => createRefund(account, params),
  }),
  route({
    method: 'GET',
    path: '/v1/refunds',
    params: listParams,
    answer: ({ payment_intent, charge, created, ...request }) =>
      page(account.refunds, '/v1/refunds', request, {
        parent: payment_intent,
        where: (refund) =>
          (charge === undefined || refund.charge === charge) && isWithin(refund.created, created),
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/refunds/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => existing(account.refunds.get(id), 'refund', id),
  }),
  route({
    method: 'GET',
    path: '/v1/disputes',
    params: listParams,
    answer: ({ payment_intent, charge, created, ...request }) =>
      page(account.disputes, '/v1/disputes', request, {
        parent: payment_intent,
        where: (dispute) =>
          (charge === undefined || dispute.charge === charge) && isWithin(dispute.created, created),
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/disputes/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => existing(account.disputes.get(id), 'dispute', id),
  }),
  route({
    method: 'POST',
    path: '/v1/disputes/:id',
    params: z.strictObject({
      metadata: metadata.optional(),
      evidence: z.any(),
      submit: z.any(),
      ...expandable,
    }),
    answer: ({ metadata: change }, { id = '' }) => {
      const dispute = existing(account.disputes.get(id), 'dispute', id)
      const updated = { ...dispute, metadata: mergeMetadata(dispute.metadata, change) }
      account.disputes.put(id, updated)
      account.emit('charge.dispute.updated', updated)
      return updated
    },
  }),
  route({
    method: 'POST',
    path: '/v1/disputes/:id/close',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => closeDispute(account, id, 'lost'),
  }),
]
