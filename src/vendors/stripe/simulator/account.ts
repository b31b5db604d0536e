import { randomBytes } from 'node:crypto'
import type { Collection } from '#vendors/sandbox/store.ts'
import type { World } from '#vendors/sandbox/world.ts'
import type { HalfCent } from './discounts.ts'
import type * as wire from './objects.ts'

export const apiVersion = '2026-10-28.endive'

/** What a checkout session was created with and its answer does not show. */
export interface CheckoutTerms {
  lines: wire.LineItem[]
  discount: { coupon: string; promotionCode: string | null } | null
  /** On the sandbox's clock, in milliseconds. */
  expiresAtMs: number
  subscriptionData: { metadata: wire.Metadata; description: string | null }
  paymentData: { metadata: wire.Metadata; description: string | null }
  createsInvoice: boolean
  /** Of an attempt to pay that was refused; the next one tries the same payment again. */
  refusal?: { message: string; paymentIntent: string }
}

/**
 * Whether charges to a card succeed. Two of them work only after their owner has confirmed the payment with the bank: one
 * each time that it is charged without them, one until they have done so once. A bank account is no card; its first payment
 * is decided by its bank, days later.
 */
export const cardBehaviours = [
  'works',
  'declines',
  'stolen',
  'always_asks',
  'asks_once',
  'bank debit',
] as const
/** What becomes of a subscription, and of its invoice, once the last try to charge it has failed. */
interface AfterLastTry {
  subscription: 'leave' | 'cancel'
  invoice: 'leave' | 'uncollectible'
}

export type CardBehaviour = (typeof cardBehaviours)[number]

/** Whether a refund is with the bank at once, or waits: for the balance of the account, or for the bank. */
type RefundBeginning = 'succeeded' | 'pending' | 'failed'

export type StripeAccount = ReturnType<typeof openStripeAccount>

const noCause: wire.StripeEvent['request'] = { id: null, idempotency_key: null }

/** One Stripe account in test mode: its objects, and the events that tell of their changes. */
export function openStripeAccount(world: World) {
  const account = {
    world,
    ...collectionsOf(world),

    /** The API request being worked on; events name it. */
    cause: noCause,
    /** Told of every event; the webhook sender listens. */
    onEvent: (_event: wire.StripeEvent): void => {},

    /** The sandbox's clock in whole seconds, Stripe's unit. */
    now: () => Math.floor(world.now() / 1_000),
    id: (prefix: string, length = 24) => `${prefix}_${randomText(length)}`,

    /** Records that something happened, as it looks now. */
    emit(type: string, object: { id: string; object: string }, previous?: Record<string, unknown>) {
      const event: wire.StripeEvent = {
        id: account.id('evt'),
        object: 'event',
        api_version: apiVersion,
        created: account.now(),
        livemode: false,
        pending_webhooks: world.productUrl ? 1 : 0,
        request: { ...account.cause },
        type,
        data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
      }
      account.events.put(event.id, event)
      account.onEvent(event)
      return event
    },
  }
  return account
}

/** Named `stripe.<plural>`; what is said above each is what its objects are grouped by. */
function collectionsOf({ store }: World) {
  const collection = <T>(name: string): Collection<T> => store.collection<T>(`stripe.${name}`)
  return {
    /** By e-mail. */
    customers: collection<wire.Customer>('customers'),
    deletedCustomers: collection<wire.DeletedCustomer>('deleted_customers'),
    /** By customer. */
    paymentMethods: collection<wire.PaymentMethod>('payment_methods'),
    /** Keyed by payment method. */
    cardBehaviours: collection<CardBehaviour>('card_behaviours'),
    products: collection<wire.Product>('products'),
    /** By product. */
    prices: collection<wire.Price>('prices'),
    coupons: collection<wire.Coupon>('coupons'),
    /** By code in lower case. */
    promotionCodes: collection<wire.PromotionCode>('promotion_codes'),
    /** One entry, `percent`: where half a cent of a percentage goes. */
    halfCents: collection<HalfCent>('half_cents'),
    /** By customer. */
    checkoutSessions: collection<wire.CheckoutSession>('checkout_sessions'),
    /** Keyed by checkout session. */
    checkoutTerms: collection<CheckoutTerms>('checkout_terms'),
    /** Ids of the sessions that are open. */
    openCheckouts: collection<string>('open_checkouts'),
    /** By customer. */
    subscriptions: collection<wire.Subscription>('subscriptions'),
    /** Keyed by subscription: when something is next due for it, in Unix seconds. */
    dueSubscriptions: collection<number>('due_subscriptions'),
    /** By customer. */
    invoices: collection<wire.Invoice>('invoices'),
    /** By invoice. */
    invoiceItems: collection<wire.InvoiceItem>('invoice_items'),
    /** By invoice. */
    invoicePayments: collection<wire.InvoicePayment>('invoice_payments'),
    /** Keyed by payment intent: the invoice payment it made. */
    invoicePaymentOf: collection<string>('invoice_payment_of'),
    /** By customer. */
    paymentIntents: collection<wire.PaymentIntent>('payment_intents'),
    /** By payment intent. */
    charges: collection<wire.Charge>('charges'),
    balanceTransactions: collection<wire.BalanceTransaction>('balance_transactions'),
    /** By payment intent. */
    refunds: collection<wire.Refund>('refunds'),
    /** One entry, `next`: how refunds begin. */
    refundBeginnings: collection<RefundBeginning>('refund_beginnings'),
    /** By payment intent. */
    disputes: collection<wire.Dispute>('disputes'),
    /** One entry, `chosen`: what follows when a renewal was tried for the last time. */
    afterLastTry: collection<AfterLastTry>('after_last_try'),
    portalConfigurations: collection<wire.PortalConfiguration>('portal_configurations'),
    portalSessions: collection<wire.PortalSession>('portal_sessions'),
    /** One entry, `present`: what of the endpoint is not as the seller is told to set it up. */
    webhookEndpoints: collection<Partial<wire.WebhookEndpoint>>('webhook_endpoints'),
    events: collection<wire.StripeEvent>('events'),
    /** What restricted keys may not use: by path, the permission that they lack. */
    forbidden: collection<string>('forbidden'),
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const randomText = (length: number) =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
