import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, oneOf, word } from './columns.ts'

export const listingKinds = ['host', 'tool'] as const
/** When everything in a provider account or a tool connection is listed next, to find what changed behind our back. */
export const accountListings = pgTable(
  'account_listings',
  {
    /** The provider account or the tool connection. */
    subject: text().primaryKey(),
    kind: word(listingKinds).notNull(),
    /** Moved ahead by the worker that lists it, so that no other does, and so that its work is taken up if it dies. */
    nextAt: moment().notNull(),
    /** Failures in a row. */
    attempts: integer().notNull().default(0),
  },
  (t) => [index('account_listings_due').on(t.nextAt), oneOf('account_listings_kind', t.kind, listingKinds)],
)
