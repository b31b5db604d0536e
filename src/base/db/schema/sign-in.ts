import { bigint, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { bytes, createdAt, moment, oneOf, word } from './columns.ts'
import { users } from './users.ts'

const userId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const signInStepKinds = ['invitation', 'password', 'reset', 'network'] as const

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

/** A passkey of someone who signs in: the public half of a key pair that their device keeps. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: userId(),
    /** As the device calls it, in base64url. */
    credentialId: text().notNull().unique('passkeys_credential'),
    publicKey: bytes().notNull(),
    /** How often the device says that it was used; many say nothing, and stay at zero. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How it is reached ("internal", "usb"), which browsers like to know beforehand. */
    transports: text().array().notNull(),
    /** Its owner's word for it. */
    name: text().notNull(),
    lastUsedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)

export const passkeyPurposes = ['add', 'sign in', 'confirm'] as const

/** What a device is to sign next: one for each session, or step of signing in, and purpose; good once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** The session, or the hash of the step, that it was given to. */
    boundTo: text().notNull(),
    purpose: word(passkeyPurposes).notNull(),
    userId: userId(),
    challenge: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.boundTo, t.purpose] }),
    index('passkey_challenges_user').on(t.userId),
    oneOf('passkey_challenges_purpose', t.purpose, passkeyPurposes),
  ],
)
