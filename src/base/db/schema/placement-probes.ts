import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { probeOutcomes } from '#features/health/rules/signals/placement.ts'
import { moment, oneOf, word } from './columns.ts'
import { domains } from './domains.ts'
import { probeMailboxes } from './probe-mailboxes.ts'
import { accountVendors } from './provider-accounts.ts'

/** One mail of a delivered domain to a mailbox of the operator's, and where it was found; kept as long as charts show it. */
export const placementProbes = pgTable(
  'placement_probes',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    domainId: text()
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    /** What a mailbox has seen goes with it: one that drifts is replaced, and nothing of it counts any more. */
    seedId: text()
      .notNull()
      .references(() => probeMailboxes.id, { onDelete: 'cascade' }),
    at: word(accountVendors).notNull(),
    /** The mailbox that sent it, which need not be there any more. */
    mailboxId: text().notNull(),
    /** By which it is found; in its subject. */
    token: text().notNull(),
    /** Noted before it is handed over, which is done once: an answer that was lost may have been a success. */
    sentAt: moment().notNull(),
    isAccepted: boolean().notNull().default(false),
    /** It says how the hour is and not how its domain is. */
    isCanary: boolean().notNull().default(false),
    /** When it is looked for next; null once its outcome is known. */
    readAt: moment(),
    outcome: word(probeOutcomes),
  },
  (t) => [
    index('placement_probes_due').on(t.readAt).where(sql`${t.readAt} is not null`),
    index('placement_probes_domain').on(t.domainId, t.sentAt),
    index('placement_probes_canary').on(t.at, t.sentAt).where(sql`${t.isCanary}`),
    index('placement_probes_seed').on(t.seedId),
    index('placement_probes_sent').on(t.sentAt),
    oneOf('placement_probes_at', t.at, accountVendors),
    oneOf('placement_probes_outcome', t.outcome, probeOutcomes),
  ],
)
