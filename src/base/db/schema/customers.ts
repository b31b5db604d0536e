import { type SQLWrapper, sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { healthMailNames } from '#features/health/rules/health-mail.ts'
import { healthModeNames } from '#features/health/rules/health-mode.ts'
import { createdAt, moment, oneOf, rev, word } from './columns.ts'

/** The words of a customer's name and address, each of which may be searched for by its beginning. */
export const customerWords = ({ name, email }: { name: SQLWrapper; email: SQLWrapper }) =>
  sql`to_tsvector('simple', translate(lower(${name} || ' ' || ${email}), '@.-_+/&<>:', '||||||||||'))`

export const customers = pgTable(
  'customers',
  {
    id: text().primaryKey(),
    /** Where mail goes, and what the payment provider knows; members sign in with addresses of their own. */
    email: text().notNull(),
    name: text().notNull(),
    stripeCustomerId: text().unique('customers_stripe_customer'),
    termsAcceptedAt: moment(),
    /** Sign-in is stopped. */
    disabledAt: moment(),
    /** Sign-in and mailboxes are stopped. */
    suspendedAt: moment(),
    /**
     * Suspended, and nothing is billed either, of what is paid meanwhile as well. A cause of its own beside the holds of
     * orders: either may begin and end while the other stands.
     */
    billingStoppedAt: moment(),
    /** Since when everybody who acts for them needs a second factor, by their own rule; null without it. */
    secondFactorRequiredAt: moment(),
    /** Closed: from then on personal data is erased as soon as nothing is left at third parties. */
    eraseDueAt: moment(),
    /** Personal data is gone; the row stays for the books. */
    erasedAt: moment(),
    /** What may be done about the health of their domains. */
    healthMode: word(healthModeNames).notNull().default('suggest'),
    /** Which mails about it they want. */
    healthMail: word(healthMailNames).notNull().default('daily'),
    createdAt: createdAt(),
    rev: rev(),
  },
  (t) => [
    uniqueIndex('customers_email').on(sql`lower(${t.email})`),
    index('customers_words').using('gin', customerWords(t)),
    oneOf('customers_health_mode', t.healthMode, healthModeNames),
    oneOf('customers_health_mail', t.healthMail, healthMailNames),
  ],
)

/** What staff note about a customer, for each other; the customer reads it only in what is exported of them. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    /** Who of the staff wrote it, and may change it. */
    userId: text().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
    /** When it was last changed, if it was. */
    editedAt: moment(),
  },
  (t) => [index('customer_notes_customer').on(t.customerId, t.createdAt)],
)
