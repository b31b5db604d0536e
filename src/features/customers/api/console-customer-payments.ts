import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { owedRenewal } from '#features/billing/api/owed-renewal.ts'
import { disputeOutcomes } from '#features/money/rules/money-words.ts'
import { checkoutKinds } from '#features/ordering/rules/checkout-request.ts'
import { refundBody } from '../rules/customer-acts.ts'
import { customerParams } from './console-customer.ts'

const moment = z.string()
export const forgiveReasonMax = 500
const noBody = z.optional(z.nullable(z.object({})))

const paidBack = z.object({
  id: z.string(),
  cents: z.number(),
  reason: z.string(),
  outcome: z.nullable(z.enum(['pending', 'succeeded', 'failed', 'again', 'settled'])),
  stripeRefundId: z.nullable(z.string()),
  at: moment,
})

export type PaidBack = z.output<typeof paidBack>

const customerPayment = z.object({
  /** Of its checkout, or of a renewal's invoice. */
  id: z.string(),
  kind: z.enum([...checkoutKinds, 'renewal']),
  status: z.enum(['prepared', 'open', 'paid', 'expired', 'written_off', 'voided']),
  /** What was asked for, what was paid, and what of it has not gone back. */
  amountCents: z.number(),
  paidCents: z.number(),
  leftCents: z.number(),
  at: moment,
  orderId: z.nullable(z.string()),
  paymentIntentId: z.nullable(z.string()),
  subscriptionId: z.nullable(z.string()),
  refunds: z.array(paidBack),
  disputes: z.array(z.object({ id: z.string(), cents: z.number(), outcome: z.enum(disputeOutcomes) })),
})
export type CustomerPayment = z.output<typeof customerPayment>

const customerSubscription = z.object({
  id: z.string(),
  status: z.string(),
  periodEnd: z.nullable(moment),
  owed: z.array(owedRenewal),
})
export type CustomerSubscription = z.output<typeof customerSubscription>

export const customerPayments = endpoint({
  method: 'GET',
  path: '/api/operator/customers/:customerId/payments',
  summary: 'A customer’s payments and what went back of them, the newest first, a page at a time',
  access: 'staff:money.read',
  params: customerParams,
  query: z.strictObject({ after: z.optional(boundedText(60)) }),
  response: z.object({ rows: z.array(customerPayment), hasMore: z.boolean() }),
})

export const customerSubscriptions = endpoint({
  method: 'GET',
  path: '/api/operator/customers/:customerId/subscriptions',
  summary: 'What a customer is billed for at the payment provider',
  access: 'staff:money.read',
  params: customerParams,
  response: z.object({ subscriptions: z.array(customerSubscription) }),
})

const refundPlan = z.object({
  cents: z.number(),
  paidCents: z.number(),
  /** What went back before. */
  refundedCents: z.number(),
  /** The same was ordered before: nothing is paid again. */
  isKnown: z.boolean(),
  /** Groups that stop, since nothing is left that pays for them, and the domains and mailboxes of these. */
  groups: z.number(),
  domains: z.number(),
  mailboxes: z.number(),
})
export type RefundPlan = z.output<typeof refundPlan>

export const planCustomerRefund = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/refunds/plan',
  summary: 'What a refund would give back, and what would stop; does nothing',
  access: 'staff:money.refund',
  limit: 'staff',
  params: customerParams,
  body: refundBody,
  response: refundPlan,
})

export const refundCustomer = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/refunds',
  summary: 'Give a payment back, whole or in part; the same reason again is the same refund',
  access: 'staff:money.refund',
  asksAgain: true,
  limit: 'staff',
  params: customerParams,
  body: refundBody,
  response: z.object({ message: z.string() }),
})

export const refundCustomerAgain = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/refunds/:refundId/again',
  summary: 'Have a refund that failed paid to the card once more; refused for one that has not failed',
  access: 'staff:money.refund',
  asksAgain: true,
  limit: 'staff',
  params: z.object({ customerId: boundedText(60), refundId: boundedText(60) }),
  body: noBody,
  response: z.object({ message: z.string() }),
})

export const forgiveCustomerRenewal = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/renewals/:invoiceId/forgive',
  summary: 'Forgive a refused renewal by voiding its invoice; fails if it was paid',
  access: 'staff:money.refund',
  asksAgain: true,
  limit: 'staff',
  params: z.object({ customerId: boundedText(60), invoiceId: boundedText(60) }),
  body: z.strictObject({
    reason: boundedText(forgiveReasonMax).check(z.trim(), z.minLength(1, 'Please say why.')),
  }),
  response: z.object({ message: z.string() }),
})
