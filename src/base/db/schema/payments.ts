import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { refundCauses } from '#features/billing/rules/refund-reasons.ts'
import type { Quote } from '#features/checkout/rules/pricing.ts'
import { disputeOutcomes } from '#features/money/rules/money-words.ts'
import { checkoutKinds } from '#features/ordering/rules/checkout-request.ts'
import { createdAt, moment, oneOf, rev, word } from './columns.ts'
import { customers } from './customers.ts'
import { domains } from './domains.ts'
import { invoices } from './money.ts'
import { bundles, orders } from './orders.ts'
import { subscriptions } from './subscriptions.ts'

/**
 * Whose rows these are: the account and mode at Stripe that our ids of customers, subscriptions and payments are of. One
 * row, kept from the first look on.
 */
export const paymentAccounts = pgTable(
  'payment_accounts',
  {
    /** The id of an object that only this account has, in this mode. */
    mark: text().primaryKey(),
    isLive: boolean().notNull(),
    createdAt: createdAt(),
  },
  () => [uniqueIndex('payment_accounts_one').on(sql`(true)`)],
)

export const checkoutStatuses = ['prepared', 'open', 'paid', 'expired'] as const
/** One attempt to pay. Everything sent to Stripe is stored before it is sent. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    kind: word(checkoutKinds).notNull(),
    orderId: text().references(() => orders.id),
    /** What was offered: lines, promotion, totals. */
    quote: jsonb().$type<Quote>().notNull(),
    amountCents: integer().notNull(),
    promotionCode: text(),
    /** The exact parameters for Stripe. */
    params: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    /** Idempotency key of the present attempt. */
    attemptKey: text().notNull(),
    /** Same draft, same fingerprint: a second tab is led to the same session. */
    fingerprint: text().notNull(),
    sessionId: text().unique('checkouts_session'),
    url: text(),
    paymentIntentId: text(),
    subscriptionId: text(),
    paidCents: integer(),
    status: word(checkoutStatuses).notNull().default('prepared'),
    /** What nothing pays for now that the page ended for another one, until its customer has read so: see `lost-payments.ts`. */
    lost: text().array(),
    expiresAt: moment().notNull(),
    paidAt: moment(),
    /** Since when a bank has the payment, which it decides in some days; kept where it has refused. */
    withBankSince: moment(),
    syncedAt: moment(),
    createdAt: createdAt(),
    rev: rev(),
  },
  (t) => [
    index('checkouts_customer').on(t.customerId, t.createdAt),
    index('checkouts_unsettled').on(t.syncedAt).where(sql`${t.status} in ('prepared', 'open')`),
    index('checkouts_lost').on(t.customerId).where(sql`${t.lost} is not null`),
    index('checkouts_order').on(t.orderId),
    index('checkouts_payment').on(t.paymentIntentId).where(sql`${t.paymentIntentId} is not null`),
    index('checkouts_subscription').on(t.subscriptionId).where(sql`${t.subscriptionId} is not null`),
    uniqueIndex('checkouts_one_open')
      .on(t.customerId, t.fingerprint)
      .where(sql`${t.status} in ('prepared', 'open')`),
    oneOf('checkouts_kind', t.kind, checkoutKinds),
    oneOf('checkouts_status', t.status, checkoutStatuses),
  ],
)

/**
 * Disputed payments, each with what it was for: one that is won says nothing of another. One that was made once (a
 * replacement) names its checkout, others each subscription that they paid for.
 */
export const disputes = pgTable(
  'disputes',
  {
    stripeId: text().notNull(),
    subscriptionId: text().references(() => subscriptions.stripeId),
    checkoutId: text().references(() => checkouts.id),
    /** Of the payment that is disputed. */
    paymentIntentId: text(),
    outcome: word(disputeOutcomes).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('disputes_once').on(t.stripeId, t.subscriptionId, t.checkoutId).nullsNotDistinct(),
    index('disputes_subscription').on(t.subscriptionId),
    index('disputes_checkout').on(t.checkoutId),
    index('disputes_payment').on(t.paymentIntentId),
    check('disputes_subject', sql`num_nonnulls(${t.subscriptionId}, ${t.checkoutId}) = 1`),
    oneOf('disputes_outcome', t.outcome, disputeOutcomes),
  ],
)

/** What a checkout pays for, to the cent: the net amounts add up to the amount charged. */
export const checkoutItems = pgTable(
  'checkout_items',
  {
    id: text().primaryKey(),
    checkoutId: text()
      .notNull()
      .references(() => checkouts.id),
    bundleId: text().references(() => bundles.id),
    domainId: text().references(() => domains.id),
    netCents: integer().notNull(),
  },
  (t) => [
    index('checkout_items_checkout').on(t.checkoutId),
    index('checkout_items_domain').on(t.domainId),
    index('checkout_items_bundle').on(t.bundleId),
    check('checkout_items_subject', sql`num_nonnulls(${t.bundleId}, ${t.domainId}) = 1`),
  ],
)

/**
 * What became of a refund at the payment provider. It may fail days after it had succeeded: its money is owed still, until
 * the operator has it paid `again` (as a row of its own) or has `settled` it in another way.
 */
export const refundOutcomes = ['pending', 'succeeded', 'failed', 'again', 'settled'] as const
export const refunds = pgTable(
  'refunds',
  {
    id: text().primaryKey(),
    /** Of what was paid on a page of ours, or of a renewal, by its invoice. */
    checkoutId: text().references(() => checkouts.id),
    invoiceId: text().references(() => invoices.stripeId),
    domainId: text().references(() => domains.id),
    /** Set where it goes back by itself; what the operator gives has only a reason. */
    cause: word(refundCauses),
    reason: text().notNull(),
    cents: integer().notNull(),
    stripeRefundId: text(),
    /** Unknown until the provider has answered. */
    outcome: word(refundOutcomes),
    /** Why it failed, in the provider's word. */
    failure: text(),
    /** When its customer was told that it was paid. */
    toldAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('refunds_once').on(t.checkoutId, t.invoiceId, t.domainId, t.reason).nullsNotDistinct(),
    index('refunds_checkout').on(t.checkoutId),
    index('refunds_invoice').on(t.invoiceId).where(sql`${t.invoiceId} is not null`),
    check('refunds_payment', sql`num_nonnulls(${t.checkoutId}, ${t.invoiceId}) = 1`),
    index('refunds_external').on(t.stripeRefundId).where(sql`${t.stripeRefundId} is not null`),
    index('refunds_owed').on(t.createdAt).where(sql`${t.stripeRefundId} is null`),
    index('refunds_unsettled')
      .on(t.createdAt)
      .where(
        sql`${t.outcome} in ('pending', 'failed') or (${t.outcome} = 'succeeded' and ${t.toldAt} is null)`,
      ),
    oneOf('refunds_outcome', t.outcome, refundOutcomes),
    oneOf('refunds_cause', t.cause, refundCauses),
  ],
)

/**
 * Every try to charge a card for a renewal, by us or by the payment provider itself, and what its bank said. What is tried
 * next is decided by these, so none is forgotten: the provider keeps an idempotency key for a day.
 */
export const cardTries = pgTable(
  'card_tries',
  {
    chargeId: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    invoiceId: text().notNull(),
    cardId: text().notNull(),
    /** Of its invoice, the first is 1. */
    attempt: integer().notNull(),
    /** Why it was refused, in the provider's word; none where it was paid. */
    refusal: text(),
    /** The bank never takes this card for us. */
    isFinal: boolean().notNull(),
    madeAt: moment().notNull(),
  },
  (t) => [index('card_tries_customer').on(t.customerId)],
)

/** What an event of the payment provider is about, by its ids. */
export interface EventObjects {
  sessionId?: string
  subscriptionId?: string
  customerExternalId?: string
  paymentId?: string
  invoiceId?: string
  /** This invoice was paid, or its payment refused. */
  settledInvoiceId?: string
  disputeId?: string
  /** Money of this payment was refunded, by us or by others. */
  refundedPaymentId?: string
  /** This customer has chosen another card for invoices. */
  cardChangedFor?: string
}

/** Every event Stripe told us, stored before it is acted on. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** The object the event is about, e.g. a session or subscription id. */
    objectId: text(),
    data: jsonb().$type<EventObjects>().notNull().default({}),
    receivedAt: createdAt(),
    processedAt: moment(),
    /** When the invoices and payments that it is about were read into the books. */
    bookedAt: moment(),
  },
  (t) => [
    index('stripe_events_waiting').on(t.receivedAt).where(sql`${t.processedAt} is null`),
    index('stripe_events_object').on(t.objectId).where(sql`${t.objectId} is not null`),
    index('stripe_events_unbooked').on(t.receivedAt).where(sql`${t.bookedAt} is null`),
  ],
)
