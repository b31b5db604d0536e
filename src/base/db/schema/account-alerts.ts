import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { tenantCodes } from '#features/health/rules/signals/refusals.ts'
import { createdAt, moment, word } from './columns.ts'
import { providerAccounts } from './provider-accounts.ts'

/** What a host says of a whole account of the operator's, as its own list of alerts has it at present; what means nothing is left out. */
export const accountAlerts = pgTable(
  'account_alerts',
  {
    accountId: text()
      .notNull()
      .references(() => providerAccounts.id, { onDelete: 'cascade' }),
    /** The host's own. */
    alertId: text().notNull(),
    type: text().notNull(),
    source: text().notNull(),
    /** The host's name for the form of what follows. */
    kind: text().notNull(),
    /** The mailbox that it is about, in small letters; empty where it is nobody's here, null where it names none. */
    address: text(),
    /** What it says in detail: of a suspension what is read of it, of what nobody has described the host's own JSON, cut where it is long. */
    data: text().notNull(),
    /** When the host raised it, and when it changed last there. */
    at: moment().notNull(),
    changedAt: moment().notNull(),
    /** Somebody has closed or deleted it at the host, or a later one has ended it. */
    isClosed: boolean().notNull(),
  },
  (t) => [
    primaryKey({ name: 'account_alerts_pkey', columns: [t.accountId, t.alertId] }),
    index('account_alerts_at').on(t.at),
  ],
)

/** When an account was asked for what its host tells of it by itself: Google's for its alerts, Microsoft's for its message trace. */
export const alertWatches = pgTable('alert_watches', {
  accountId: text()
    .primaryKey()
    .references(() => providerAccounts.id, { onDelete: 'cascade' }),
  /** When its turn was last; of one that refuses us a moment ahead, since it is left alone for longer. */
  askedAt: moment().notNull(),
  /** When it said anything last, and when all there is; null while it has not. */
  saidAt: moment(),
  heardAt: moment(),
  /** The account has not been told to let us read that. */
  isForbidden: boolean().notNull().default(false),
  /** Why it could not be asked the last time; null where it could. */
  problem: text(),
  /** Since when it has not told all there is without a break; null while it does. */
  unheardSince: moment(),
  /** When the host last refused a mail for the whole tenant's sake, by which code, and since when it does. */
  refusedAt: moment(),
  refusedCode: word(tenantCodes),
  refusedSince: moment(),
})

/** The operator's own sign-in to Gmail's Postmaster Tools, under whose name domains are there: one at most. */
export const postmasterSignIns = pgTable('postmaster_sign_ins', {
  id: text().primaryKey(),
  /** Sealed JSON. */
  credentials: text().notNull(),
  createdAt: createdAt(),
})
