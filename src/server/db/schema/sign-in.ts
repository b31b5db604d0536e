import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { bytes, createdAt, moment, oneOf, word } from './columns.ts'
import { users } from './users.ts'

const userId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const signInStepKinds = ['invitation', 'password', 'reset'] as const

/** What someone has shown so far on the way in: an invitation, the right password, or the link for a forgotten one. */
export const signInSteps = pgTable(
  // As it was called when only staff had steps: the version before reads it beside this one.
  'staff_steps',
  {
    tokenHash: bytes().primaryKey(),
    userId: userId(),
    kind: word(signInStepKinds).notNull(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('staff_steps_user').on(t.userId), oneOf('staff_steps_kind', t.kind, signInStepKinds)],
)

/** The authenticator app of someone who signs in. */
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
