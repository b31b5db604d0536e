import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { ImportPerson } from '#features/fleet-import/rules/import-row.ts'
import {
  type ImportFinding,
  importStates,
  importVerdicts,
} from '#features/fleet-import/rules/import-verdict.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { createdAt, moment, oneOf, word } from './columns.ts'
import { providerAccounts } from './provider-accounts.ts'

/** A file that says what runs elsewhere today, to be compared with the third parties and taken over. */
export const fleetImports = pgTable(
  'fleet_imports',
  {
    id: text().primaryKey(),
    fileName: text().notNull(),
    /** Who of the staff brought it, as a reader of the list calls them. */
    madeBy: text().notNull(),
    /** What is being done with it; `resting` is nothing. */
    state: word(importStates).notNull().default('resting'),
    /** Since when that is so. */
    stateSince: moment().notNull().defaultNow(),
    /** When the last look was begun. */
    lookedAt: moment(),
    /** Why what is being done cannot go on just now; it is tried again. */
    problem: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('fleet_imports_at_work').on(t.stateSince).where(sql`${t.state} <> 'resting'`),
    oneOf('fleet_imports_state', t.state, importStates),
  ],
)

/** The operator's accounts whose mailboxes are listed once for a whole look. */
export const fleetImportAccounts = pgTable(
  'fleet_import_accounts',
  {
    importId: text()
      .notNull()
      .references(() => fleetImports.id, { onDelete: 'cascade' }),
    accountId: text()
      .notNull()
      .references(() => providerAccounts.id, { onDelete: 'cascade' }),
    listedAt: moment(),
    /** Why it could not be listed. */
    problem: text(),
    /** Until when a worker is at it. */
    claimedUntil: moment(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.accountId] })],
)

/** A mailbox as its host has it. */
export interface ImportedMailbox {
  externalId: string
  address: string
  /** Absent where the host has not said. */
  enabled?: boolean | undefined
  ready: boolean
}

/** A domain of the file: what the file says, what was seen, what that means, and what became of it. */
export const fleetImportRows = pgTable(
  'fleet_import_rows',
  {
    importId: text()
      .notNull()
      .references(() => fleetImports.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    email: text().notNull(),
    customer: text().notNull(),
    domain: text().notNull(),
    plan: word(planIds).notNull(),
    /** The operator's own number or name of the order. */
    orderName: text().notNull(),
    /** A day, as the file has it. */
    started: text().notNull(),
    subscription: text(),
    people: jsonb().$type<ImportPerson[]>().notNull(),
    forwarding: text().notNull(),
    tool: word(sendingToolIds).notNull(),
    /** What the operator's accounts have of it: by account, its mailboxes. */
    hosted: jsonb().$type<Record<string, ImportedMailbox[]>>().notNull().default({}),
    /** All that was seen at the third parties, as adopting takes it over. */
    seen: jsonb().$type<Record<string, unknown> | null>(),
    lookedAt: moment(),
    verdict: word(importVerdicts),
    findings: jsonb().$type<ImportFinding[]>().notNull().default([]),
    /** Until when a worker is at it. */
    claimedUntil: moment(),
    adoptedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    unique('fleet_import_rows_domain').on(t.importId, t.domain),
    oneOf('fleet_import_rows_plan', t.plan, planIds),
    oneOf('fleet_import_rows_tool', t.tool, sendingToolIds),
    oneOf('fleet_import_rows_verdict', t.verdict, importVerdicts),
  ],
)
