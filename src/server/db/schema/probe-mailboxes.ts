import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, oneOf, word } from './columns.ts'
import { accountVendors } from './provider-accounts.ts'

/** The operator's mailboxes that receive proof mail: one at each host, in a tenant or account without customers. */
export const probeMailboxes = pgTable(
  'probe_mailboxes',
  {
    vendor: word(accountVendors).primaryKey(),
    address: text().notNull(),
    /** Sealed JSON. */
    credentials: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [oneOf('probe_mailboxes_vendor', t.vendor, accountVendors)],
)
