import { pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf, word } from './columns.ts'

/** Only an open one takes new names; what a draining one has stays with it. */
export const dnsAccountStates = ['open', 'draining'] as const
/** The account of the environment's token: it is there from the beginning and cannot be removed. */
export const defaultDnsAccountId = 'dns_default'

/** An operator's account at the registrar, which hosts the zones as well. */
export const dnsAccounts = pgTable(
  'dns_accounts',
  {
    id: text().primaryKey(),
    /** The operator's name for it. */
    label: text().notNull(),
    /** Sealed JSON; null for the environment's account. */
    credentials: text(),
    /** The registrar's own number of it, so that none is added twice; null for the environment's account. */
    externalId: text(),
    state: word(dnsAccountStates).notNull().default('open'),
    /** When it was last asked whether it works; null where nobody has. */
    probedAt: moment(),
    /** Why it did not work then; null where it did. */
    probeProblem: text(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('dns_accounts_label').on(t.label),
    unique('dns_accounts_external_id').on(t.externalId),
    oneOf('dns_accounts_state', t.state, dnsAccountStates),
  ],
)
