import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf, word } from './columns.ts'
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
    /** When it was read successfully last, to a few minutes, or added: nothing is sent to one that nobody can read. */
    lastReadAt: moment().notNull().defaultNow(),
    /** When it was asked last whether it can be read, since it had not been for a while. */
    askedAt: moment(),
  },
  (t) => [
    uniqueIndex('probe_mailboxes_address').on(t.address),
    oneOf('probe_mailboxes_vendor', t.vendor, accountVendors),
  ],
)
