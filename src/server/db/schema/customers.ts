import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, createdAt, moment, rev } from './columns.ts'

export const customers = pgTable(
  'customers',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    passwordHash: text().notNull(),
    mustChangePassword: boolean().notNull().default(false),
    /** When the one-time password was given that has not been replaced yet; it ends a while later. */
    oneTimePasswordAt: moment(),
    /** The customer's own password that the operator's reset ended: others may know it, so it is not chosen again. */
    passwordHashBeforeReset: text(),
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
    /** Closed: from then on personal data is erased as soon as nothing is left at third parties. */
    eraseDueAt: moment(),
    /** Personal data is gone; the row stays for the books. */
    erasedAt: moment(),
    createdAt: createdAt(),
    rev: rev(),
  },
  (t) => [uniqueIndex('customers_email').on(sql`lower(${t.email})`)],
)

/** One sign-in: the chain of refresh tokens that began with it. Only hashes are stored. */
export const refreshFamilies = pgTable(
  'refresh_families',
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    currentHash: bytes().notNull(),
    /** The token before; accepted for a short while, since several tabs may refresh together. */
    previousHash: bytes(),
    rotatedAt: createdAt(),
    expiresAt: moment().notNull(),
    /** Keyed hash of the network it was begun from: whose owner has been there is no stranger there. */
    networkHash: bytes(),
    endedAt: moment(),
    endedBecause: text(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('refresh_families_current').on(t.currentHash),
    index('refresh_families_previous').on(t.previousHash),
    index('refresh_families_customer').on(t.customerId),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytes().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    familyId: text()
      .notNull()
      .references(() => refreshFamilies.id, { onDelete: 'cascade' }),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('sessions_family').on(t.familyId),
    index('sessions_customer').on(t.customerId),
    index('sessions_expiry').on(t.expiresAt),
  ],
)
