import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Finding } from '#features/checks/rules/checks.ts'
import type { GoingLiveStepId } from '#features/checks/rules/going-live.ts'
import type { StaffRight } from '../../access.ts'
import { moment } from './columns.ts'

/** Calls to third parties by the hour they ended in, of all processes together. */
export const vendorHours = pgTable(
  'vendor_hours',
  {
    vendor: text().notNull(),
    hour: moment().notNull(),
    calls: integer().notNull().default(0),
    /** Of these, that were not answered, or refused for our credentials: see `note-vendor-call.ts`. */
    errors: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.vendor, t.hour] })],
)

/** The rounds of the workers, whichever process made them last. */
export const workerRounds = pgTable('worker_rounds', {
  what: text().primaryKey(),
  everyMs: integer().notNull(),
  /** When one last came to its end. */
  doneAt: moment(),
  /** When one last failed, and why. */
  failedAt: moment(),
  problem: text(),
})

/** How what is wrong is mended, where it is said: in the console, or on the command line. */
export interface Remedy {
  /** Where to press in the console; nothing where only the command line does it. */
  press?: string | undefined
  commands?: readonly string[] | undefined
}

/** What one check found, with the right that somebody needs to be told, and the step of going live that it is about. */
export type KeptFinding = Finding &
  Remedy & { right?: StaffRight | undefined; step?: GoingLiveStepId | undefined }

/** What the last look of `doctor` found, by whoever asked for it: a single row. */
export const checksLooks = pgTable('checks_looks', {
  id: integer().primaryKey(),
  lookedAt: moment().notNull(),
  lookedBy: text().notNull(),
  findings: jsonb().$type<KeptFinding[]>().notNull(),
})
