import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment, rev } from './columns.ts'
import { customers } from './customers.ts'

/** An invoice that waits for its money; `url` is a page of the payment provider's. */
export interface OpenInvoice {
  id: string
  number: string | null
  url: string | null
  cents: number
  /** The period that it bills. What was noted before there were any has none until it is read again. */
  from?: string | null
  until?: string | null
  /** Its bank asks the payer to confirm it. */
  isToConfirm?: boolean
  /** How often it has turned from refused to that, or back. */
  turns?: number
  /** The seller, or a setting there, counts it as lost. */
  isWrittenOff?: boolean
}

/** The oldest one, as releases before knew it, and those of later periods. */
export interface OpenInvoices extends OpenInvoice {
  later?: OpenInvoice[]
}

/** Brought in line with Stripe by re-reading it; never computed here. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    stripeId: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    status: text().notNull(),
    periodEnd: moment(),
    /** Until when a failed renewal is tolerated. */
    graceUntil: moment(),
    /** Set when a quantity at Stripe differs from our live bundles. */
    flaggedAt: moment(),
    /** When what is billed at Stripe has to follow our live bundles, or a renewal that waits there has to be looked at. */
    billingDueAt: moment(),
    /** A charge for a period from now on that was asked for with a release, by its name at the provider, until it is made. */
    chargeAsked: text(),
    /** Counts the changes that they have to follow. */
    billingRev: integer().notNull().default(0),
    /** Token of the worker that sets them at this moment, and until when no other may. */
    billingLease: text(),
    billingLeaseUntil: moment(),
    /** When they last did. */
    billedAt: moment(),
    /** Renewals that were refused and can still be paid. */
    openInvoice: jsonb().$type<OpenInvoices | null>(),
    createdAt: createdAt(),
    rev: rev(),
  },
  (t) => [
    index('subscriptions_customer').on(t.customerId),
    index('subscriptions_in_grace').on(t.graceUntil).where(sql`${t.graceUntil} is not null`),
    index('subscriptions_billing_due').on(t.billingDueAt).where(sql`${t.billingDueAt} is not null`),
  ],
)
