import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, createdAt, moment } from './columns.ts'
import { users } from './users.ts'

const userId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A member of staff at the console. Only the hash of the token is stored. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: text().primaryKey(),
    tokenHash: bytes().notNull().unique('staff_sessions_token'),
    userId: userId(),
    /** Network address it was begun from. */
    address: text().notNull(),
    /** Keyed hash of its network: who has been there is no stranger there. */
    networkHash: bytes().notNull(),
    /** The browser, as it calls itself in the words of people. */
    device: text().notNull(),
    /** When a second factor was shown last. */
    confirmedAt: createdAt(),
    lastSeenAt: createdAt(),
    endedAt: moment(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('staff_sessions_user').on(t.userId)],
)
