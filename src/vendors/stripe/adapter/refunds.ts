import { allPages } from './all-pages.ts'
import type { StripeCall } from './client.ts'
import { createOnce } from './create-once.ts'
import { toDispute, toRefund } from './translate.ts'
import {
  chargeRefundListWire,
  disputeListWire,
  disputeWire,
  pageSize,
  refundListWire,
  refundWire,
} from './wire.ts'

export const refund: StripeCall<'refund'> = ({ ask }, { refundId, paymentId, cents, metadata }, ctx) =>
  createOnce({
    key: `refund-${refundId}`,
    async find() {
      const made = await allPages('findRefund', (starting_after) =>
        ask(
          'findRefund',
          refundListWire,
          (stripe) => stripe.refunds.list({ payment_intent: paymentId, limit: pageSize, starting_after }),
          ctx,
        ),
      )
      const known = made.find(({ metadata: own }) => own.refund_id === refundId)
      return known && toRefund(known)
    },
    async create(idempotencyKey) {
      const params = {
        payment_intent: paymentId,
        amount: cents,
        metadata: { ...metadata, refund_id: refundId },
      }
      return toRefund(
        await ask('refund', refundWire, (stripe) => stripe.refunds.create(params, { idempotencyKey }), ctx),
      )
    },
  })

export const readRefunds: StripeCall<'readRefunds'> = async ({ ask }, paymentId, ctx) => {
  const data = await allPages('readRefunds', (starting_after) =>
    ask(
      'readRefunds',
      chargeRefundListWire,
      (stripe) =>
        stripe.refunds.list({
          payment_intent: paymentId,
          limit: pageSize,
          expand: ['data.charge'],
          starting_after,
        }),
      ctx,
    ),
  )
  const refunds = data.map((made) => ({ ...toRefund(made), reference: made.metadata.refund_id }))
  const given = refunds.filter(({ status }) => status !== 'failed').reduce((sum, { cents }) => sum + cents, 0)
  // Not by what the charge says of itself: whether it counts a refund that failed later is not documented.
  return { isWhole: data.some(({ charge }) => charge && given >= charge.amount), refunds }
}

export const readDispute: StripeCall<'readDispute'> = async ({ ask }, disputeId, ctx) =>
  toDispute(await ask('readDispute', disputeWire, (stripe) => stripe.disputes.retrieve(disputeId), ctx))

export const disputesOf: StripeCall<'disputesOf'> = async ({ ask }, paymentId, ctx) => {
  const disputes = await allPages('disputesOf', (starting_after) =>
    ask(
      'disputesOf',
      disputeListWire,
      (stripe) => stripe.disputes.list({ payment_intent: paymentId, limit: pageSize, starting_after }),
      ctx,
    ),
  )
  return disputes.map(toDispute)
}
