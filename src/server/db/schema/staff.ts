import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { bytes, createdAt, moment, oneOf, word } from './columns.ts'
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

export const staffStepKinds = ['invitation', 'password'] as const

/** What a member of staff has shown so far on the way in: an invitation, or the right password. */
export const staffSteps = pgTable(
  'staff_steps',
  {
    tokenHash: bytes().primaryKey(),
    userId: userId(),
    kind: word(staffStepKinds).notNull(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('staff_steps_user').on(t.userId), oneOf('staff_steps_kind', t.kind, staffStepKinds)],
)

/** The authenticator app of a member of staff. */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: text().primaryKey(),
    userId: userId(),
    /** Sealed. */
    secret: text().notNull(),
    /** The latest half minute of which a code was taken: none is taken twice. */
    lastStep: integer(),
    /** When its first code was right; until then it opens nothing. */
    confirmedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [unique('second_factors_user').on(t.userId)],
)

/** Codes for the day when the authenticator is lost, each good once. Only hashes are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userId(),
    codeHash: bytes().notNull(),
    usedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)
