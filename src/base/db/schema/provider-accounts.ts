import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { hostLimitSources } from '#features/accounts/rules/outside-recipients.ts'
import { keysOf } from '../../records/keys-of.ts'
import { createdAt, moment, oneOf, rev, word } from './columns.ts'

const limitSources = keysOf(hostLimitSources)
export const accountVendors = ['microsoft', 'google'] as const
export type AccountVendor = (typeof accountVendors)[number]
/** Only an open one takes new names: a closed one did not work when it was tried, a draining one is to take no more. */
export const accountStates = ['open', 'draining', 'closed'] as const
/** An operator's Microsoft tenant or Google account, and how much fits in. */
export const providerAccounts = pgTable(
  'provider_accounts',
  {
    id: text().primaryKey(),
    vendor: word(accountVendors).notNull(),
    /** The operator's name for it. */
    label: text().notNull(),
    /** Sealed JSON. */
    credentials: text().notNull(),
    capacityDomains: integer().notNull(),
    capacityMailboxes: integer().notNull(),
    /** Recipients per day, warm-up included. */
    capacityDailyRecipients: integer().notNull(),
    /** Domains that are placed there; triggers count them. */
    domains: integer().notNull().default(0),
    /** Mailboxes of these that are not purged; triggers count them. */
    mailboxes: integer().notNull().default(0),
    /** Emails a day that these may send beyond what their plans sell; triggers count them. */
    beyondSold: integer().notNull().default(0),
    /** Outside recipients that its host lets it reach in a day, and whence that is known; null while nobody has read it. */
    hostLimit: integer(),
    hostLimitBy: word(limitSources),
    hostLimitReadAt: moment(),
    /** Those that it had reached in 24 hours then, by the host's own count; null where it does not say. */
    hostReached: integer(),
    /** Since when it uses so much of that that the operator is warned; null where it does not. */
    nearLimitSince: moment(),
    /** Set apart so that full ones are not in the index that placement reads. */
    isFull: boolean().generatedAlwaysAs(sql`domains >= capacity_domains or mailboxes >= capacity_mailboxes`),
    state: word(accountStates).notNull().default('open'),
    /** When it was last asked whether it works; null where nobody has. */
    probedAt: moment(),
    /** Why it did not work then; null where it did. */
    probeProblem: text(),
    /** The day on which its secret ends, as whoever gave it says; null where that is not known, or it has no end. */
    secretExpiresOn: date(),
    createdAt: createdAt(),
    rev: rev(),
  },
  (t) => [
    index('provider_accounts_place')
      .on(t.vendor, t.createdAt, t.id)
      .where(sql`${t.state} = 'open' and not ${t.isFull}`),
    unique('provider_accounts_label').on(t.vendor, t.label),
    oneOf('provider_accounts_vendor', t.vendor, accountVendors),
    oneOf('provider_accounts_limit_by', t.hostLimitBy, limitSources),
    oneOf('provider_accounts_state', t.state, accountStates),
  ],
)
