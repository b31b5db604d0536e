import * as z from 'zod'
import type { CardBehaviour, StripeAccount } from './account.ts'
import { isWithin, listedCustomer, page } from './lists.ts'
import type { CardError, Charge, Metadata, PaymentIntent } from './objects.ts'
import { expandable, paging, text, timeRange } from './params.ts'
import { existing } from './problem.ts'
import { type Route, route } from './route.ts'

export const cardDeclined: CardError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}

/** https://docs.stripe.com/payments/ach-direct-debit#failures */
const debitRefused: CardError = {
  ...cardDeclined,
  code: 'debit_not_authorized',
  decline_code: 'debit_not_authorized',
  message: 'The customer has notified their bank that this payment was unauthorized.',
}

/** What the bank says of a card: https://docs.stripe.com/declines/codes */
const refusals: Partial<Record<CardBehaviour, CardError>> = {
  declines: cardDeclined,
  stolen: { ...cardDeclined, decline_code: 'stolen_card' },
}
export const refusalOf = (account: StripeAccount, card: string | undefined): CardError =>
  refusals[account.cardBehaviours.get(card ?? '') ?? 'declines'] ?? cardDeclined

export interface ChargeRequest {
  customer: string | null
  paymentMethod: string
  amount: number
  currency: string
  description: string | null
  metadata: Metadata
  /** A payment intent of an earlier attempt, to be tried again. */
  paymentIntent?: string
  /** Settled already, whatever the card would say; `pending`: a bank has it. */
  outcome?: 'accepted' | 'declined' | 'pending'
}

const asks: ReadonlySet<CardBehaviour> = new Set(['always_asks', 'asks_once'])

/**
 * The bank asks its cardholder, who is not there: nothing is charged, and the payment waits with its card.
 * https://docs.stripe.com/payments/paymentintents/lifecycle
 */
function waitForCardholder(account: StripeAccount, request: ChargeRequest): PaymentIntent {
  const id = request.paymentIntent ?? account.id('pi')
  const before = account.paymentIntents.get(id)
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount: request.amount,
    amount_received: 0,
    created: before?.created ?? account.now(),
    currency: request.currency,
    customer: request.customer,
    description: request.description,
    last_payment_error: null,
    latest_charge: before?.latest_charge ?? null,
    livemode: false,
    metadata: request.metadata,
    payment_method: request.paymentMethod,
    status: 'requires_action',
  }
  account.paymentIntents.put(id, intent, request.customer ?? '')
  account.emit('payment_intent.requires_action', intent)
  return intent
}

/** Charges a card; a refusal is a payment intent that still needs a payment method. */
export function chargeCard(
  account: StripeAccount,
  request: ChargeRequest,
): { paid: boolean; intent: PaymentIntent } {
  const behaves = account.cardBehaviours.get(request.paymentMethod) ?? 'works'
  if (!request.outcome && asks.has(behaves))
    return { paid: false, intent: waitForCardholder(account, request) }
  const paid = request.outcome ? request.outcome === 'accepted' : behaves === 'works'
  const pending = request.outcome === 'pending'
  const refusal = refusalOf(account, request.paymentMethod)
  const card = account.paymentMethods.get(request.paymentMethod)?.card
  const intentId = request.paymentIntent ?? account.id('pi')
  const charge: Charge = {
    id: account.id('ch'),
    object: 'charge',
    amount: request.amount,
    amount_captured: paid ? request.amount : 0,
    amount_refunded: 0,
    balance_transaction: paid ? account.id('txn') : null,
    captured: paid,
    created: account.now(),
    currency: request.currency,
    customer: request.customer,
    description: request.description,
    disputed: false,
    failure_code: paid || pending ? null : refusal.code,
    failure_message: paid || pending ? null : refusal.message,
    livemode: false,
    metadata: request.metadata,
    paid,
    payment_intent: intentId,
    outcome:
      paid || pending
        ? { advice_code: null, network_status: 'approved_by_network', reason: null, type: 'authorized' }
        : {
            advice_code: null,
            network_status: 'declined_by_network',
            reason: refusal.decline_code ?? null,
            type: 'issuer_declined',
          },
    payment_method: request.paymentMethod,
    payment_method_details: card ? { type: 'card', card: { brand: card.brand, last4: card.last4 } } : null,
    refunded: false,
    status: paid ? 'succeeded' : pending ? 'pending' : 'failed',
  }
  const intent: PaymentIntent = {
    id: intentId,
    object: 'payment_intent',
    amount: request.amount,
    amount_received: paid ? request.amount : 0,
    created: account.paymentIntents.get(intentId)?.created ?? account.now(),
    currency: request.currency,
    customer: request.customer,
    description: request.description,
    last_payment_error: paid || pending ? null : refusal,
    latest_charge: charge.id,
    livemode: false,
    metadata: request.metadata,
    payment_method: paid || pending ? request.paymentMethod : null,
    status: paid ? 'succeeded' : pending ? 'processing' : 'requires_payment_method',
  }
  account.paymentIntents.put(intentId, intent, request.customer ?? '')
  account.charges.put(charge.id, charge, intentId)
  noteBalance(account, charge)
  account.emit(`charge.${charge.status}`, charge)
  account.emit(
    paid
      ? 'payment_intent.succeeded'
      : pending
        ? 'payment_intent.processing'
        : 'payment_intent.payment_failed',
    intent,
  )
  return { paid, intent }
}

/** A bank has paid or refused what it had: of the same charge. */
export function settleCharge(account: StripeAccount, intent: PaymentIntent, paid: boolean): PaymentIntent {
  const { id: chargeId, ...pending } = existing(
    account.charges.get(String(intent.latest_charge)),
    'charge',
    String(intent.latest_charge),
  )
  const charge: Charge = {
    ...pending,
    id: chargeId,
    amount_captured: paid ? pending.amount : 0,
    balance_transaction: paid ? account.id('txn') : null,
    captured: paid,
    failure_code: paid ? null : debitRefused.code,
    failure_message: paid ? null : debitRefused.message,
    paid,
    status: paid ? 'succeeded' : 'failed',
  }
  const settled: PaymentIntent = {
    ...intent,
    amount_received: paid ? intent.amount : 0,
    last_payment_error: paid ? null : debitRefused,
    payment_method: paid ? intent.payment_method : null,
    status: paid ? 'succeeded' : 'requires_payment_method',
  }
  account.charges.put(charge.id, charge)
  account.paymentIntents.put(settled.id, settled)
  noteBalance(account, charge)
  account.emit(`charge.${charge.status}`, charge)
  account.emit(paid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', settled)
  return settled
}

/** Stripe's list price for cards of the United States: https://stripe.com/pricing */
const feeOf = (cents: number): number => Math.round(cents * 0.029) + 30

/** What a charge leaves in the balance, less the fee. */
function noteBalance(account: StripeAccount, charge: Charge): void {
  const { balance_transaction: id, amount, created, currency } = charge
  if (!id) return
  const fee = feeOf(amount)
  account.balanceTransactions.put(id, {
    id,
    object: 'balance_transaction',
    amount,
    created,
    currency,
    fee,
    net: amount - fee,
    source: charge.id,
    status: 'pending',
    type: 'charge',
  })
}

export const successfulCharge = (account: StripeAccount, paymentIntent: string) =>
  account.charges.list({ parent: paymentIntent }).find((charge) => charge.paid)

/** Payments, their charges and what those leave in the balance. */
export const paymentRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'GET',
    path: '/v1/balance_transactions',
    params: z.strictObject(paging),
    answer: (request) => page(account.balanceTransactions, '/v1/balance_transactions', request),
  }),
  route({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => existing(account.paymentIntents.get(id), 'payment_intent', id),
  }),
  route({
    method: 'GET',
    path: '/v1/payment_intents',
    params: z.strictObject({ ...paging, customer: text.optional(), created: timeRange.optional() }),
    answer: ({ customer, created, ...request }) =>
      page(account.paymentIntents, '/v1/payment_intents', request, {
        parent: listedCustomer(account, customer),
        where: (intent) => isWithin(intent.created, created),
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/charges/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => existing(account.charges.get(id), 'charge', id),
  }),
  route({
    method: 'GET',
    path: '/v1/charges',
    params: z.strictObject({
      ...paging,
      payment_intent: text.optional(),
      customer: text.optional(),
      created: timeRange.optional(),
    }),
    answer: ({ payment_intent, customer, created, ...request }) => {
      const list = page(account.charges, '/v1/charges', request, {
        parent: payment_intent,
        where: (charge) =>
          (customer === undefined || charge.customer === customer) && isWithin(charge.created, created),
      })
      // Charges of before the sandbox kept a balance have none.
      return { ...list, data: list.data.map((charge) => ({ ...{ balance_transaction: null }, ...charge })) }
    },
  }),
]
