import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import {
  chargeStates,
  costKindNames,
  invoiceKinds,
  invoiceStatuses,
  returnKinds,
  returnOutcomes,
} from '#features/money/rules/money-words.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { createdAt, moment, oneOf, word } from './columns.ts'
import { customers } from './customers.ts'

/*
 * The payment provider's books, as they were read last: nothing is decided by these rows, and each is written over by
 * the next look. Times are the provider's, but for `readAt`: when the look began, by the database's clock. One that began
 * before writes nothing over it.
 */

/** What customers were billed, each time. */
export const invoices = pgTable(
  'invoices',
  {
    stripeId: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    /** Not a reference: an invoice may be read before its subscription is. */
    subscriptionId: text(),
    kind: word(invoiceKinds).notNull(),
    status: word(invoiceStatuses).notNull(),
    totalCents: integer().notNull(),
    paidCents: integer().notNull(),
    /** Tries to charge it. */
    attempts: integer().notNull(),
    /** The payment that it is charged by, however often it is tried. */
    paymentIntentId: text(),
    madeAt: moment().notNull(),
    paidAt: moment(),
    readAt: moment().notNull(),
  },
  (t) => [
    index('invoices_customer').on(t.customerId, t.madeAt),
    index('invoices_subscription').on(t.subscriptionId).where(sql`${t.subscriptionId} is not null`),
    index('invoices_payment').on(t.paymentIntentId).where(sql`${t.paymentIntentId} is not null`),
    oneOf('invoices_kind', t.kind, invoiceKinds),
    oneOf('invoices_status', t.status, invoiceStatuses),
  ],
)

/** What an invoice bills, line by line. */
export const invoiceLines = pgTable(
  'invoice_lines',
  {
    invoiceId: text()
      .notNull()
      .references(() => invoices.stripeId, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** None for what is paid once. */
    plan: word(planIds),
    /** Before and after a discount, which is for the first invoice only. */
    listCents: integer().notNull(),
    netCents: integer().notNull(),
    periodStart: moment().notNull(),
    periodEnd: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.invoiceId, t.position] }),
    // Whatever is paid for at one moment has begun within a billing period before it.
    index('invoice_lines_period').on(t.periodStart, t.periodEnd).where(sql`${t.plan} is not null`),
    oneOf('invoice_lines_plan', t.plan, planIds),
  ],
)

/** Tries to charge a card, with what became of them. */
export const charges = pgTable(
  'charges',
  {
    stripeId: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    paymentIntentId: text(),
    amountCents: integer().notNull(),
    /** What the provider keeps of it, once it has told. */
    feeCents: integer(),
    state: word(chargeStates).notNull(),
    disputed: boolean().notNull(),
    madeAt: moment().notNull(),
    readAt: moment().notNull(),
  },
  (t) => [
    index('charges_made').on(t.madeAt),
    index('charges_customer').on(t.customerId, t.madeAt),
    index('charges_payment').on(t.paymentIntentId).where(sql`${t.paymentIntentId} is not null`),
    oneOf('charges_state', t.state, chargeStates),
  ],
)

/** What went back of a charge, or is asked back. */
export const chargeReturns = pgTable(
  'charge_returns',
  {
    stripeId: text().primaryKey(),
    chargeId: text()
      .notNull()
      .references(() => charges.stripeId, { onDelete: 'cascade' }),
    kind: word(returnKinds).notNull(),
    cents: integer().notNull(),
    outcome: word(returnOutcomes).notNull(),
    madeAt: moment().notNull(),
    readAt: moment().notNull(),
  },
  (t) => [
    index('charge_returns_made').on(t.madeAt),
    index('charge_returns_charge').on(t.chargeId),
    oneOf('charge_returns_kind', t.kind, returnKinds),
    oneOf('charge_returns_outcome', t.outcome, returnOutcomes),
  ],
)

/** What something costs from a day on, until another price of it begins. */
export const costs = pgTable(
  'costs',
  {
    id: text().primaryKey(),
    kind: word(costKindNames).notNull(),
    /** A TLD or a platform, as the kind has it. */
    subject: text().notNull(),
    cents: integer().notNull(),
    validFrom: date({ mode: 'string' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('costs_once').on(t.kind, t.subject, t.validFrom),
    check('costs_cents', sql`${t.cents} >= 0`),
    oneOf('costs_kind', t.kind, costKindNames),
  ],
)
