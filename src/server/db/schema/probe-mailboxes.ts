import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, oneOf, word } from './columns.ts'
import { accountVendors } from './provider-accounts.ts'

/**
 * The operator's mailboxes that receive proof mail and probes: at each host one or more, each in a tenant or account of its
 * own without customers. The first of a host receives the proof mail.
 */
export const probeMailboxes = pgTable(
  'probe_mailboxes',
  {
    id: text().primaryKey(),
    vendor: word(accountVendors).notNull(),
    address: text().notNull(),
    /** Sealed JSON. */
    credentials: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('probe_mailboxes_address').on(t.address),
    oneOf('probe_mailboxes_vendor', t.vendor, accountVendors),
  ],
)
