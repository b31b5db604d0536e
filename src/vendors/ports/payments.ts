import type { EventObjects } from '#base/db/schema/index.ts'
import type { ProductId, Promotion } from '#features/checkout/rules/pricing.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import type { CallContext } from './call-context.ts'
import type { PaymentRecords } from './payment-records.ts'
import type { Probe } from './probe.ts'

/** So many of a product at a price. Plans are charged every 30 days, registrations once. */
interface PaymentLine {
  product: ProductId
  unitCents: number
  quantity: number
}

/** A checkout as we ask for it. Cents are before the promotion, which the provider applies itself. */
export interface CheckoutOffer {
  /** Our id of the attempt; comes back as `reference` and in the metadata of everything it leads to. */
  checkoutId: string
  /** The provider's own id of the customer. */
  customerExternalId: string
  lines: readonly PaymentLine[]
  /** From `findPromotion`. */
  promotionId?: string
  /** 30 minutes to 24 hours ahead of the moment it is sent. */
  expiresAt: Date
  /** The provider fills `{CHECKOUT_SESSION_ID}` in. */
  successUrl: string
  cancelUrl: string
  metadata?: Record<string, string>
}

/** An offer in the provider's words: plain JSON to be stored before it is sent, so that a retry sends the same. */
export type PreparedCheckout = Readonly<Record<string, unknown>>

/** A checkout as it stands at the provider. */
export interface PaymentCheckout {
  sessionId: string
  /** Where the customer pays, while it is open. */
  url: string | undefined
  status: 'open' | 'complete' | 'expired'
  /** Money has arrived, or none was due. A complete checkout may still wait for a slow bank. */
  paid: boolean
  /** Of a complete one that waited for a bank: the bank has said no. */
  isRefused: boolean
  amountTotalCents: number
  lines: (PaymentLine & { listCents: number; netCents: number })[]
  reference: string | undefined
  customerExternalId: string | undefined
  /** Once it is paid, where something is paid again and again. */
  subscription: PaymentSubscription | undefined
  /** What a refund names. */
  paymentId: string | undefined
  /** Its invoice once it is paid, and the provider's page of it. */
  invoice: { number: string; url: string | undefined } | undefined
  expiresAt: Date
}

export interface PaymentSubscription {
  subscriptionId: string
  customerExternalId: string
  /**
   * `past_due`: a renewal failed and is being tried again or given up; `incomplete`: the first payment is open; `paused`:
   * somebody has stopped it at the provider, and no period begins.
   */
  status: 'active' | 'past_due' | 'paused' | 'incomplete' | 'ended'
  quantities: Partial<Record<PlanId, number>>
  /** Its periods go on and nothing is charged for them. */
  isPaused: boolean
  /** The end of the last period that was paid; undefined once it has ended. */
  periodEnd: Date | undefined
  checkoutId: string | undefined
}

/**
 * A subscription with what is owed for it: renewals that were refused and can still be paid, the oldest first. Of one that
 * has ended only what was written off.
 */
export interface OwingSubscription extends PaymentSubscription {
  owed: PaymentInvoice[]
}

export interface PaymentInvoice {
  invoiceId: string
  /** As it stands on the invoice. */
  number: string | undefined
  /** The provider's own page of it, where it can be paid while it is open. */
  url: string | undefined
  /** Of each plan, as it was billed. */
  quantities: Partial<Record<PlanId, number>>
  cents: number
  /** `open`: it can be paid. */
  status: 'open' | 'paid' | 'over'
  /** It can be paid, and is not charged by itself any more: the seller, or the provider by a setting, counts it as lost. */
  isWrittenOff?: boolean
  paidAt: Date | undefined
  /** Tries to charge it. */
  attempts: number
  /** What it is charged by, however often it is tried; told where the invoice itself, or a list of them, is read. */
  paymentId: string | undefined
  /**
   * Its bank asks the payer to confirm it, on the invoice's page, or has asked, and that failed: then it is refused. With
   * the card that this is about, where it is told. Only of what is owed.
   */
  confirming?: { cardId: string | undefined; hasFailed: boolean }
  /** For a period after the first one, be it in turn or begun by hand. */
  isRenewal: boolean
  /** What it bills; undefined where it has no lines. */
  period: { from: Date; until: Date } | undefined
  subscriptionId: string | undefined
}

/** One try to charge a card. */
export interface CardTry {
  chargeId: string
  cardId: string
  /** The last digits of its number. */
  last4: string | undefined
  cents: number
  /** Undefined where it was paid. */
  refusal: { reason: string; isFinal: boolean } | undefined
  madeAt: Date
}

/** A subscription that was made elsewhere, as far as it has to fit ours. */
interface ForeignSubscription extends PaymentSubscription {
  /** Of its customer at the provider; undefined where that was deleted. */
  email: string | undefined
  /** What one of each plan costs in a period. */
  unitCents: Partial<Record<PlanId, number>>
  /** What it bills that is no plan of ours, in the provider's words. */
  otherProducts: string[]
}

/** What a subscription is to be billed for. */
export interface SubscriptionBilling {
  /** A plan with 0 is kept for later, one that is not named is given up; none named ends the subscription. */
  quantities: Partial<Record<PlanId, number>>
  /** What the quantities are without only as long as it is on hold, while others are billed. */
  onHold?: Partial<Record<PlanId, number>>
  /** Draws up nothing that is charged until it is set back; of what is open only what is still owed can be paid. */
  isPaused: boolean
  /** Somebody has paused it at the provider: that stays as it is, and nothing is given up for it. */
  leavesPause?: boolean
  /**
   * Begins a period now, which is charged at once, and the next ones count from it. By a name, so that it happens once;
   * not while it is paused.
   */
  chargeNow?: string | undefined
  /** While it is paused: renewals whose period began before this are owed still. None are without it. */
  owedBefore?: Date | undefined
}

/** What is billed from now on. */
export interface BilledSubscription extends PaymentSubscription {
  /** A renewal waits uncharged for a hold to end. Look again at that time: a pause gives it up then. */
  heldUntil?: Date | undefined
}

/** A code that can be used now: `basisPoints` off the first invoice's lines of the products it names. */
export interface UsablePromotion extends Promotion {
  promotionId: string
  code: string
  /** Only for customers who have not paid for anything yet. */
  firstOrderOnly: boolean
  /** Of the whole, before the discount. */
  minimumCents: number
}

/** The code of the error when the provider does not take a promotion for this checkout. */
export const promotionRefused = 'promotion_refused'

/** Something happened at the provider; what it means is found by reading the objects again. */
export interface PaymentEvent {
  id: string
  /** The provider's own word: `checkout.session.completed`. */
  type: string
  createdAt: Date
  objects: EventObjects
}

export interface Dispute {
  disputeId: string
  paymentId: string | undefined
  amountCents: number
  /**
   * `open` until the bank has decided. With an inquiry it only asks, and takes nothing back; it is closed, or becomes a
   * dispute.
   */
  outcome: 'inquiry' | 'inquiry_closed' | 'open' | 'won' | 'lost'
  /** Its payment can be refunded all the same: the bank only asks about it. */
  isRefundable: boolean
}

export interface PaymentRefund {
  refundId: string
  cents: number
  /** One that succeeded may still fail days later, when the customer's bank sends it back. */
  status: 'pending' | 'succeeded' | 'failed'
  /** Why it failed, in the provider's word. */
  failure: string | undefined
}

/** What was refunded of a payment, by us or by others. */
export interface RefundedPayment {
  /** Nothing is left of it. */
  isWhole: boolean
  /** `reference` is our own id of a refund that we made. */
  refunds: (PaymentRefund & { reference: string | undefined })[]
}

/** The code of the error when the provider has no such customer any more, or never had. */
export const customerGone = 'customer_gone'

/** The code of the error when the provider has no such subscription any more, or never had. */
export const subscriptionGone = 'subscription_gone'

/** The account and mode that the key opens, known by an object that only it has. */
export interface PaymentAccount {
  mark: string
  isLive: boolean
}

/** Where the provider sends its events. */
interface EventEndpoint {
  url: string
  isEnabled: boolean
  /** Kinds of events that are sent there; `*` for all. */
  events: string[]
  /** The version that they are written in. */
  version: string | undefined
}

export interface PaymentSetup {
  endpoints: EventEndpoint[]
  /** What the adapter needs of one. */
  needed: { events: readonly string[]; version: string }
  /**
   * What was seen to become of a subscription once a refused payment was tried for the last time, where that was lately
   * anything but staying past due. No call tells the setting itself.
   */
  afterLastTry: { subscriptionId: string; became: 'canceled' | 'unpaid' } | undefined
}

export interface Payments extends PaymentRecords {
  /** `known`: an earlier mark. Undefined where the key opens no account that has it: another one, or the other mode. */
  account(known?: string, ctx?: CallContext): Promise<PaymentAccount | undefined>
  /**
   * Finds by e-mail and our id before it creates. `instead`: the id of one that is gone, which an earlier answer would still
   * name.
   */
  ensureCustomer(
    customer: { customerId: string; email: string; name?: string; instead?: string | undefined },
    ctx?: CallContext,
  ): Promise<{ customerExternalId: string }>
  /** Pure; no request is made. */
  prepareCheckout(offer: CheckoutOffer): PreparedCheckout
  /**
   * A retry under the same key must send the same. A failure with code `remembered_failure` is answered for
   * ever under its key: look with `findCheckout`, then use a new key.
   */
  createCheckout(
    prepared: PreparedCheckout,
    idempotencyKey: string,
    ctx?: CallContext,
  ): Promise<PaymentCheckout>
  /**
   * Has what is sold bear the names that were chosen for it, as far as the provider knows it and they are ours to say.
   * May be called as often as one likes: it asks once for a name, and once an hour.
   */
  renameProducts(ctx?: CallContext): Promise<void>
  /** The newest checkout that carries our id. */
  findCheckout(
    query: { customerExternalId: string; reference: string },
    ctx?: CallContext,
  ): Promise<PaymentCheckout | undefined>
  readCheckout(sessionId: string, ctx?: CallContext): Promise<PaymentCheckout>
  /** Returns what it is then: a checkout that was paid in the meantime stays complete. */
  expireCheckout(sessionId: string, ctx?: CallContext): Promise<PaymentCheckout>
  readSubscription(subscriptionId: string, ctx?: CallContext): Promise<OwingSubscription>
  /** One that may be anybody's, with whose it is and what it bills. Changes nothing. */
  readForeignSubscription(subscriptionId: string, ctx?: CallContext): Promise<ForeignSubscription>
  /** All of a customer that have not ended, whatever they pay for. */
  runningSubscriptions(customerExternalId: string, ctx?: CallContext): Promise<PaymentSubscription[]>
  /**
   * Absolute, from the next period on, nothing charged or returned for the present one. A renewal that was drawn up and is
   * not charged yet is of the next one: what is not billed any more is taken off it. Where that is for a hold it waits for
   * an hour, and where all of it is on hold, a pause, it is then given up. What has ended, or is paused for longer, has no
   * invoice that is open any more but what is owed still.
   */
  setSubscriptionBilling(
    subscriptionId: string,
    billing: SubscriptionBilling & { now?: Date },
    ctx?: CallContext,
  ): Promise<BilledSubscription>
  readInvoice(invoiceId: string, ctx?: CallContext): Promise<PaymentInvoice>
  /** Renewals of a customer that were refused and can still be paid. */
  unpaidRenewals(customerExternalId: string, ctx?: CallContext): Promise<PaymentInvoice[]>
  /** Nobody owes it any more. Returns what it is then: one that was paid in the meantime stays paid. */
  forgiveInvoice(invoiceId: string, ctx?: CallContext): Promise<PaymentInvoice>
  /** Every try to charge a card for a payment, the first one first. Those that are not decided yet are left out. */
  cardTries(paymentId: string, ctx?: CallContext): Promise<CardTry[]>
  /** The card that a customer has chosen for invoices: not one that was only typed for something else. */
  chosenCard(customerExternalId: string, ctx?: CallContext): Promise<string | undefined>
  /**
   * Charges an open invoice to a card, which is its subscription's from then on if it works. `tries` says how often a card
   * was tried for it before: repeated with the same number nothing is charged again. `isOwed` is asked just before.
   */
  collectInvoice(
    request: { invoice: PaymentInvoice; cardId: string; tries: number; isOwed: () => Promise<boolean> },
    ctx?: CallContext,
  ): Promise<{ paid: boolean }>
  /** At once, and every invoice of it that is open is given up. Success when it has ended already. */
  cancelSubscription(subscriptionId: string, ctx?: CallContext): Promise<PaymentSubscription>
  /** A page to change the card and see invoices, not quantities. Short-lived. */
  openPortal(
    request: { customerExternalId: string; returnUrl: string },
    ctx?: CallContext,
  ): Promise<{ url: string }>
  /** Undefined when the code does not exist or cannot be used now. */
  findPromotion(code: string, ctx?: CallContext): Promise<UsablePromotion | undefined>
  /** `refundId` is ours: a refund that carries it is found before another is made. */
  refund(
    request: { refundId: string; paymentId: string; cents: number; metadata?: Record<string, string> },
    ctx?: CallContext,
  ): Promise<PaymentRefund>
  /** The latest hundred refunds of a payment. */
  readRefunds(paymentId: string, ctx?: CallContext): Promise<RefundedPayment>
  readDispute(disputeId: string, ctx?: CallContext): Promise<Dispute>
  disputesOf(paymentId: string, ctx?: CallContext): Promise<Dispute[]>
  /** The checkout that a payment was made on, where it began no subscription. */
  checkoutOfPayment(paymentId: string, ctx?: CallContext): Promise<string | undefined>
  /** The subscription that a payment (a first one or a renewal) was for. */
  subscriptionOfPayment(paymentId: string, ctx?: CallContext): Promise<string | undefined>
  /** Newest first, one page a call; `after` is the last page's `next`. Kept for 30 days. */
  events(
    query: { since: Date; after?: string },
    ctx?: CallContext,
  ): Promise<{ events: PaymentEvent[]; next: string | undefined }>
  /** Whether it may be the signature of a webhook: what is none needs no body. */
  looksSigned(signature: string | undefined): boolean
  /** `rawBody` byte for byte as it came in. */
  parseWebhook(
    rawBody: Uint8Array | string,
    signature: string | undefined,
  ): { ok: true; event: PaymentEvent } | { ok: false; reason: string }
  probe(ctx?: CallContext): Promise<Probe>
  /** What the seller has set up by hand. */
  readSetup(ctx?: CallContext): Promise<PaymentSetup>
}
