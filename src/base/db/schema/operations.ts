import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { AccountField, AccountValues } from '#features/bulk-update/rules/account-values.ts'

import { bulkJobStatuses, bulkOutcomes, bulkPhases } from '#features/bulk-update/rules/bulk-job.ts'
import { type ListedAccount, listStatuses } from '#features/bulk-update/rules/loaded-list.ts'
import type { Narrowing } from '#features/bulk-update/rules/narrowing.ts'
import type { Pace } from '#features/bulk-update/rules/pace.ts'
import { accessKinds } from '#features/bulk-update/rules/setting-fields.ts'
import { bulkTools } from '#features/tools/rules/sending-tools.ts'
import { bytes, createdAt, moment, oneOf, rev, word } from './columns.ts'
import { customers } from './customers.ts'

/** Something only a person of the operator can do. */
export const workItems = pgTable(
  'work_items',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    /** What it is about: a domain name, a connection, a provider account. */
    subject: text().notNull(),
    customerId: text().references(() => customers.id),
    instructions: text().notNull(),
    answer: jsonb().$type<Record<string, string>>(),
    answeredAt: moment(),
    closedAt: moment(),
    createdAt: createdAt(),
    rev: rev(),
  },
  (t) => [
    uniqueIndex('work_items_open').on(t.kind, t.subject).where(sql`${t.closedAt} is null`),
    // Given once for all: a run that comes after it was closed finds it, and asks no one again.
    uniqueIndex('work_items_consent').on(t.subject).where(sql`${t.kind} = 'tool_consent'`),
    index('work_items_kind').on(t.kind, t.closedAt),
    index('work_items_waiting').on(t.createdAt, t.id).where(sql`${t.closedAt} is null`),
    index('work_items_closed').on(t.closedAt, t.id).where(sql`${t.closedAt} is not null`),
  ],
)

/** Who did what; never changed. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    customerId: text().references(() => customers.id),
    /** `customer`, `operator`, or the part of the system that acted. */
    actor: text().notNull(),
    action: text().notNull(),
    /** What was acted on: a bundle, a domain, … */
    subject: text(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Who of the operator's staff it was, or of the customer's people; jobs and the command line have none. */
    userId: text(),
    /** Where it came from; jobs and the command line have none. */
    address: text(),
    /** The sign-in it belonged to: a chain of refresh tokens, which may be gone by now. */
    sessionId: text(),
    at: createdAt(),
  },
  (t) => [index('audit_log_customer').on(t.customerId, t.id), index('audit_log_subject').on(t.subject, t.id)],
)

/** The answer given to a request that may be repeated. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    customerId: text()
      .notNull()
      .references(() => customers.id),
    key: text().notNull(),
    bodyHash: text().notNull(),
    answer: jsonb().$type<unknown>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
)

/**
 * Mails to hand over. Attachments hold passwords, and some texts links that open something: those are sealed together in
 * `attachments`, with an empty `body`, and dropped once sent.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: text().primaryKey(),
    dedupeKey: text().notNull().unique('outbox_dedupe_key'),
    messageId: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    attachments: text(),
    /** What it tells of, while it is gathered: the first of them, and how many there are. */
    about: text().array().notNull().default(sql`'{}'`),
    aboutCount: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    nextTryAt: createdAt(),
    /** Tried for days from then on: since it was written, or since someone sent it again. */
    triesSince: createdAt(),
    /** Worth nothing later: what it announces has happened by then. */
    goodUntil: moment(),
    /** The step that the link in it leads to, by its hash: worth nothing once that has ended. */
    opens: bytes(),
    sentAt: moment(),
    /** Given up, with the last reason. */
    failedAt: moment(),
    /** Left unsent: what it told of had passed. */
    droppedAt: moment(),
    problem: text(),
    /** The last refusal, as those of other mails are compared with it; none while somebody hands it over. */
    refusedAs: text(),
    refusedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('outbox_due')
      .on(t.nextTryAt)
      .where(sql`${t.sentAt} is null and ${t.failedAt} is null and ${t.droppedAt} is null`),
    index('outbox_refused').on(t.refusedAt).where(sql`${t.refusedAt} is not null`),
  ],
)

/** How the mail relay answers: one row, once it has. */
export const mailRelay = pgTable('mail_relay', {
  id: text().primaryKey(),
  /** When it last took a mail. */
  acceptedAt: moment(),
  /** Since when it refuses everybody alike: one mail is tried at a time, and the others wait. */
  stoppedAt: moment(),
  refusedAs: text(),
  tries: integer().notNull().default(0),
  nextTryAt: createdAt(),
})

/** Rate limits (GCRA): the theoretical arrival time in seconds since the epoch, by the database's clock. */
export const vendorLimits = pgTable(
  'vendor_limits',
  {
    key: text().primaryKey(),
    tat: doublePrecision().notNull(),
    /** The same for each purpose's part of a vendor's limit. */
    paidTat: doublePrecision().notNull().default(0),
    waitingTat: doublePrecision().notNull().default(0),
    looksTat: doublePrecision().notNull().default(0),
    blockedUntil: doublePrecision().notNull().default(0),
    /** The wait that a vendor asked for last, where that cannot be meant: it is tried every hour then. */
    doubted: text(),
  },
  (t) => [index('doubted_vendor_limits').on(t.key).where(sql`${t.doubted} is not null`)],
)

/** Who takes turns at a limit that is used up: see `reserve-place.ts`. */
export const vendorLimitTurns = pgTable(
  'vendor_limit_turns',
  {
    key: text().notNull(),
    purpose: text().notNull(),
    customerId: text().notNull(),
    /** Units the customer has had since turns are taken, on a scale that all customers share. */
    taken: doublePrecision().notNull(),
    /** In seconds since the epoch, by the database's clock: who has not asked until then takes no turn any more. */
    expiresAt: doublePrecision().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.purpose, t.customerId] })],
)

/** A bulk update of the accounts in a customer's sending tool. */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    tool: word([...bulkTools, 'forwarding']).notNull(),
    operation: text().notNull(),
    settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Sealed; dropped when the job ends. */
    credentials: text(),
    /** How the tool is reached: what can be read there depends on it. */
    access: word(accessKinds),
    status: word(bulkJobStatuses).notNull().default('queued'),
    phase: word(bulkPhases),
    /** The tool asks for no call before. */
    waitUntil: moment(),
    /** Why it stopped, as a sentence. */
    problem: text(),
    /** When its customer's page asked last how far it is. */
    lookedAt: moment(),
    startedAt: moment(),
    finishedAt: moment(),
    createdAt: createdAt(),
    rev: rev(),
  },
  (t) => [
    index('bulk_jobs_customer').on(t.customerId, t.createdAt),
    index('bulk_jobs_unfinished')
      .on(t.createdAt)
      .where(sql`${t.status} in ('queued', 'running', 'cancelling')`),
    oneOf('bulk_jobs_status', t.status, bulkJobStatuses),
  ],
)

/** What a row holds of an account beside its values. */
export interface BulkAccountData {
  /** Index into the signatures of the change. */
  signature?: number
  /** Tries that ended in a failure that may pass. */
  attempts?: number
  /** It was read back: whether it has really changed, as far as the tool shows that. Absent where part of it has. */
  confirmed?: boolean
  /** Why its call failed, in the vendor's words. */
  details?: string
  /** Of an undo: fields that do not hold the earlier update's value any more, and are left as they are. */
  notRestored?: AccountField[]
  /** Of a forwarding: what the name is to have come to. */
  rev?: number
}

export const bulkJobAccounts = pgTable(
  'bulk_job_accounts',
  {
    jobId: text()
      .notNull()
      .references(() => bulkJobs.id, { onDelete: 'cascade' }),
    account: text().notNull(),
    position: integer().notNull(),
    data: jsonb().$type<BulkAccountData>().notNull().default({}),
    /** As it stood before the first change, as far as the update touches it and the tool shows it. */
    before: jsonb().$type<AccountValues & { email?: string }>(),
    outcome: word(bulkOutcomes),
    reason: text(),
    at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.account] }),
    index('bulk_job_accounts_waiting').on(t.jobId, t.position).where(sql`${t.outcome} is null`),
    oneOf('bulk_job_accounts_outcome', t.outcome, bulkOutcomes),
  ],
)

/** A list of accounts that a bulk-update tool loads or has loaded: an update that names it may change these and no others. */
export const bulkFetches = pgTable(
  'bulk_fetches',
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    tool: word(bulkTools).notNull(),
    /** Made of the credentials, and of no use without them. */
    proof: text().notNull(),
    /** Of lists of an earlier version; the accounts have rows of their own since. */
    accounts: jsonb().$type<string[]>().notNull().default([]),
    domains: jsonb().$type<string[]>().notNull().default([]),
    /** What it is narrowed to beside its domains; null where it is not. */
    narrowing: jsonb().$type<Narrowing>(),
    status: word(listStatuses).notNull().default('loaded'),
    /** Sealed; dropped when loading ends. */
    credentials: text(),
    /** The credentials are kept for the next visit once they have worked. */
    remember: boolean().notNull().default(false),
    /** Accounts read so far, those on other domains too. */
    read: integer().notNull().default(0),
    /** How many accounts the list has, and how many the tool has altogether. */
    found: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** What is told of it once loading has ended. */
    message: text(),
    /** When a page asked last how far it is: without one, loading ends. */
    askedAt: moment(),
    /** When the worker that loads it showed its last sign of life. */
    workedAt: moment(),
    /** The tool asks for no call before. */
    waitUntil: moment(),
    /** When reading began: what an update does after that is not in the list. */
    readAt: moment(),
    /** How fast its way into the tool is. */
    pace: jsonb().$type<Pace>(),
    createdAt: createdAt(),
  },
  (t) => [
    index('bulk_fetches_customer').on(t.customerId, t.tool, t.createdAt),
    index('bulk_fetches_loading').on(t.createdAt).where(sql`${t.status} = 'loading'`),
    oneOf('bulk_fetches_status', t.status, listStatuses),
  ],
)

export const bulkFetchAccounts = pgTable(
  'bulk_fetch_accounts',
  {
    fetchId: text()
      .notNull()
      .references(() => bulkFetches.id, { onDelete: 'cascade' }),
    /** From 0, in the order of the list. */
    position: integer().notNull(),
    /** What the tool's calls take. */
    account: text().notNull(),
    /** As the tool's wizard shows it. */
    data: jsonb().$type<ListedAccount>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.fetchId, t.position] })],
)

/** Single facts of this installation: the event cursor, the check value of the secret keys, a pause. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  at: createdAt(),
})
