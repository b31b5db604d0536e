import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, createdAt, moment } from './columns.ts'
import { customers } from './customers.ts'
import { staffSessions } from './staff.ts'

/** A member of staff who looks at the product as a customer sees it. Only the hash of the token is stored. */
export const customerViews = pgTable(
  'customer_views',
  {
    id: text().primaryKey(),
    tokenHash: bytes().notNull().unique('customer_views_token'),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    /** The console's session it was begun in: it ends with it. */
    staffSessionId: text()
      .notNull()
      .references(() => staffSessions.id, { onDelete: 'cascade' }),
    expiresAt: moment().notNull(),
    /** When its end was noted. */
    endedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('customer_views_customer').on(t.customerId),
    index('customer_views_session').on(t.staffSessionId),
  ],
)
