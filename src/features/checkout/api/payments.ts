import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedList } from '#base/text/bounded.ts'
import { boundedText } from '#base/text/outcome.ts'
import { owedRenewal } from '#features/billing/api/owed-renewal.ts'
import { notNeededCauses } from '#features/billing/rules/refund-reasons.ts'
import { checkoutBody, checkoutKinds, checkoutResponse } from '#features/ordering/rules/checkout-request.ts'
import {
  domainOptions,
  domainsPerCallMax,
  orderCountMax,
  planIds,
  platforms,
} from '#features/plans/rules/catalog.ts'
import { promotionCode, quote } from '../rules/pricing.ts'
import { agreedEnds } from './ended-payments.ts'

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/payments/create-checkout-session',
  summary: 'Open a payment page for orders that were taken, or for groups that come back',
  access: 'customer',
  limit: 'payment',
  query: agreedEnds,
  body: checkoutBody,
  response: checkoutResponse,
})

export const quoteOrder = endpoint({
  method: 'POST',
  path: '/api/payments/quote',
  summary: 'What an order would cost with a promotion code; nothing is ordered or held',
  access: 'customer',
  limit: 'quote',
  body: z.strictObject({
    plan: z.enum(planIds),
    orderCount: z.int().check(z.gte(1), z.lte(orderCountMax)),
    domainOption: z.enum(domainOptions),
    isReserve: z._default(z.boolean(), false),
    domains: boundedList(boundedText(253), { max: domainsPerCallMax }),
    promotionCode: z.optional(promotionCode),
  }),
  response: quote,
})

export const readRoom = endpoint({
  method: 'GET',
  path: '/api/payments/room',
  summary:
    'How many new domains of each platform there is room for, up to as many as one payment can be for: what is paid beyond waits until the operator has made room',
  access: 'customer',
  response: z.object({ room: z.record(z.enum(platforms), z.int()) }),
})

export const payForRelease = endpoint({
  method: 'POST',
  path: '/api/payments/release',
  summary: 'Open a payment page for an order on hold whose payment went back: paying ends the hold',
  access: 'customer',
  limit: 'payment',
  query: agreedEnds,
  body: z.strictObject({
    groupId: boundedText(64).check(z.minLength(1)),
    /** What was shown; another price by now is refused, with the new one. */
    totalCents: z.int().check(z.nonnegative(), z.lte(100_000_000)),
  }),
  response: z.object({ url: z.string() }),
})

export const discardPayment = endpoint({
  method: 'POST',
  path: '/api/payments/discard',
  summary: 'Give up a payment that was not made: its page is closed',
  access: 'customer',
  limit: 'discard',
  body: z.strictObject({ checkoutId: boundedText(64) }),
  /** `paid`: that happened first, and stands. */
  response: z.object({ status: z.enum(['discarded', 'paid']) }),
})

export const dismissDropped = endpoint({
  method: 'POST',
  path: '/api/payments/dismiss-dropped',
  summary: 'Show no longer what a payment page would have paid for that ended for another one',
  access: 'customer',
  limit: 'discard',
  body: z.strictObject({ checkoutId: boundedText(64) }),
  response: z.object({ success: z.boolean() }),
})

export const createCustomerPortal = endpoint({
  method: 'POST',
  path: '/api/payments/create-customer-portal',
  summary: 'Open the payment portal: cards and invoices',
  access: 'customer',
  limit: 'portal',
  /** The portal is that of the session, whatever address is sent. */
  body: z.optional(z.nullable(z.strictObject({ email: z.optional(boundedText(254)) }))),
  /** `owed` is charged to a new card immediately. */
  response: z.object({ data: z.object({ url: z.string(), owed: z.array(owedRenewal) }) }),
})

/** What became of a payment, asked at the payment provider. */
const paymentConfirmation = z.object({
  /** `verifying`: the provider has not said yes or no yet; `with bank`: a bank takes days to, and `refused`: it said no. */
  status: z.enum(['verifying', 'with bank', 'paid', 'expired', 'refused']),
  kind: z.enum(checkoutKinds),
  orderId: z.nullable(z.string()),
  /** When it was paid, or the checkout was made. */
  date: z.string(),
  plan: z.nullable(z.enum(planIds)),
  orderCount: z.number(),
  totalCents: z.number(),
  /** What of it has gone back, or is to. */
  backCents: z.number(),
  /** Why nothing came of it, or of a part of it where it is not `whole`; null when all of it was needed. */
  notNeeded: z.nullable(z.object({ cause: z.enum(notNeededCauses), whole: z.boolean() })),
})
export type PaymentConfirmation = z.output<typeof paymentConfirmation>

export const confirmPayment = endpoint({
  method: 'GET',
  path: '/api/payments/confirmation',
  summary: 'Whether a checkout has been paid, and what was ordered with it',
  access: 'customer',
  limit: 'paymentState',
  query: z.object({ session_id: boundedText(255).check(z.minLength(1)) }),
  response: paymentConfirmation,
})
