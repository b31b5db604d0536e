import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, createdAt, moment } from './columns.ts'
import { customers } from './customers.ts'
import { users } from './users.ts'

/** One sign-in: the chain of refresh tokens that began with it. Only hashes are stored. */
export const refreshFamilies = pgTable(
  'refresh_families',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** For whom they act. */
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
    /** Network address it was begun from, and the browser, as it calls itself in the words of people. */
    address: text(),
    device: text(),
    /** To within a few minutes. */
    lastSeenAt: createdAt(),
    /** When a second factor was shown last. */
    confirmedAt: moment(),
    endedAt: moment(),
    endedBecause: text(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('refresh_families_current').on(t.currentHash),
    index('refresh_families_previous').on(t.previousHash),
    index('refresh_families_customer').on(t.customerId),
    index('refresh_families_user').on(t.userId),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytes().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** For whom they act. */
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
    index('sessions_user').on(t.userId),
    index('sessions_expiry').on(t.expiresAt),
  ],
)
