import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { bytes, createdAt, moment } from './columns.ts'
import { toolConnections } from './connections.ts'
import { customers } from './customers.ts'
import { domains } from './domains.ts'
import { providerAccounts } from './provider-accounts.ts'
import { staffSessions } from './staff.ts'

/**
 * Who may connect mailboxes for half an hour: one of the operator's staff, from the console or by a link that was
 * printed, for one sending tool of a customer's; or a customer who has entered the password again, for one domain.
 */
export const connectLinks = pgTable(
  'connect_links',
  {
    id: text().primaryKey(),
    connectionId: text().references(() => toolConnections.id, { onDelete: 'cascade' }),
    /** Only mailboxes that stand there. */
    accountId: text().references(() => providerAccounts.id, { onDelete: 'cascade' }),
    customerId: text().references(() => customers.id, { onDelete: 'cascade' }),
    domainId: text().references(() => domains.id, { onDelete: 'cascade' }),
    /** The session at the console that it was opened in, and works in alone; a link and a customer have none. */
    staffSessionId: text().references(() => staffSessions.id, { onDelete: 'cascade' }),
    /** Of the link's secret; a customer has no link. */
    linkHash: bytes(),
    /** Of the cookie that the link was exchanged for. */
    passHash: bytes(),
    openedAt: moment(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('connect_links_link').on(t.linkHash),
    index('connect_links_customer').on(t.customerId),
    index('connect_links_staff').on(t.staffSessionId),
    check(
      'connect_links_about_one',
      sql`(${t.connectionId} is null) <> (${t.domainId} is null) and (${t.domainId} is null) = (${t.customerId} is null)`,
    ),
  ],
)
