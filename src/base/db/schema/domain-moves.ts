import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moveOutcomes, moveStates } from '#features/domains/rules/domain-move.ts'
import { createdAt, moment, oneOf, word } from './columns.ts'
import { domains } from './domains.ts'
import { providerAccounts } from './provider-accounts.ts'

/** Domains that somebody of the staff has placed at another account together: workers do it. */
export const domainMoves = pgTable(
  'domain_moves',
  {
    id: text().primaryKey(),
    /** Where they are to be. */
    accountId: text()
      .notNull()
      .references(() => providerAccounts.id, { onDelete: 'cascade' }),
    /** The member of staff, by id. */
    userId: text().notNull(),
    state: word(moveStates).notNull().default('moving'),
    /** Since when that is so. */
    stateSince: moment().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    index('domain_moves_at_work').on(t.createdAt).where(sql`${t.state} = 'moving'`),
    oneOf('domain_moves_state', t.state, moveStates),
  ],
)

/** One of them, and what became of it; without an outcome it was not tried yet. */
export const domainMoveRows = pgTable(
  'domain_move_rows',
  {
    moveId: text()
      .notNull()
      .references(() => domainMoves.id, { onDelete: 'cascade' }),
    domainId: text()
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    /** In the order in which they were chosen. */
    place: integer().notNull(),
    outcome: word(moveOutcomes),
    /** Why it stays. */
    why: text(),
  },
  (t) => [
    primaryKey({ columns: [t.moveId, t.domainId] }),
    index('domain_move_rows_domain').on(t.domainId),
    index('domain_move_rows_left').on(t.moveId, t.place).where(sql`${t.outcome} is null`),
    oneOf('domain_move_rows_outcome', t.outcome, moveOutcomes),
  ],
)
