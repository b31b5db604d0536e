import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { actBys, actStates } from '#features/health/rules/acts.ts'
import type { HealthSignal, SignalCode } from '#features/health/rules/health-signals.ts'
import { type HealthState, healthStateNames } from '#features/health/rules/health-states.ts'
import type { Incident } from '#features/health/rules/incidents.ts'
import type { HealthMemory } from '#features/health/rules/memory.ts'
import type { HealthInputs } from '#features/health/rules/next-health.ts'
import { reporterNames } from '#features/health/rules/reporters.ts'
import type { ListState } from '#features/health/rules/signals/blocklists.ts'
import type { WarmupNotes } from '#features/health/rules/warmup.ts'
import { createdAt, moment, oneOf, word } from './columns.ts'
import { customers } from './customers.ts'
import { domains } from './domains.ts'

/** What the looks at a domain need of the ones before; times are epoch ms. */
export interface HealthNotes {
  /** What each list is known to say, and when it was asked last. */
  lists?: readonly { state: ListState; askedAt: number }[]
  /** Since when records have been seen to be wrong without a break: believed once they are for some minutes. */
  brokenSince?: number | null
  /** When the sending tool was asked last for what it has counted. */
  countsAt?: number
  /** All it had sent in seven days by then, warm-up included; not there where a tool does not count that. */
  sentInWeek?: number
  /** Cold mails that it had counted in the seven whole days before, and those of them that came back. */
  coldInWeek?: { sent: number; bounced: number; isHeldBack?: true }
  /** Cold mails of fourteen whole days and those of them that people answered, as they were counted then. */
  answers?: { sent: number; replied: number; at: number }
  /** The connection whose tool has it, and since when it has been seen in that one without a break. */
  inTool?: { connectionId: string; since: number }
  /** Its first warm-up; not there where nobody knows when that began. */
  warmup?: WarmupNotes
  /** When Gmail's Postmaster Tools were asked last, and when they had any figure last. */
  spam?: { askedAt: number; hadAt: number | null }
  /** The registry's words for the name; those that stop it are believed once they have been heard for some minutes. */
  registry?: { at: number | null; status: readonly string[]; heardSince: number | null }
  /** The moment of the look that took up news about it, as text, until a look has read them: what is decided is outdated. */
  newsTakenUp?: string
}

/** A delivered domain's health: what is remembered between two looks, and what was seen last. */
export const domainHealth = pgTable(
  'domain_health',
  {
    domainId: text()
      .primaryKey()
      .references(() => domains.id, { onDelete: 'cascade' }),
    customerId: text()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** When it is looked at next; moved ahead by the worker that looks. Null: it does not run any more. */
    dueAt: moment(),
    /** When it sends its next probe: every day at the same time, which differs from domain to domain. */
    probeAt: moment().notNull().default(sql`now() + random() * interval '1 day'`),
    lookedAt: moment(),
    memory: jsonb().$type<HealthMemory>(),
    state: word(healthStateNames).notNull().default('unknown'),
    since: moment().notNull().defaultNow(),
    /** What decided, where one signal did. */
    cause: text().$type<SignalCode>(),
    score: smallint().notNull().default(100),
    /** Hundredths of the picture that are known. */
    coverage: smallint().notNull().default(0),
    /** Hundredths of its cold mail that it should send. */
    share: smallint().notNull().default(0),
    /** The last word of each source. */
    signals: jsonb().$type<readonly HealthSignal[]>().notNull().default([]),
    notes: jsonb().$type<HealthNotes>().notNull().default({}),
    /** By signal and source ("blocklist dbl"): since when it says that the domain is bad. */
    bad: jsonb().$type<Readonly<Record<string, number>>>().notNull().default({}),
    /** How much is wrong with it, as a number of the list of troubles, and whether one signal alone demands that. */
    trouble: smallint().notNull().default(0),
    gate: boolean().notNull().default(false),
    /** The worst trouble that its customer, or the operator's staff, were written of since it was well. */
    told: smallint().notNull().default(0),
    toldStaff: smallint().notNull().default(0),
  },
  (t) => [
    index('domain_health_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    index('domain_health_probe').on(t.probeAt).where(sql`${t.dueAt} is not null`),
    index('domain_health_customer').on(t.customerId),
    index('domain_health_asking').on(t.customerId).where(sql`${t.state} in ('rest', 'replace')`),
    index('domain_health_untold')
      .on(t.customerId)
      .where(sql`${t.trouble} > ${t.told} or ${t.trouble} > ${t.toldStaff}`),
    // Whoever is called bad by a source is few among many: a source that calls everybody so is found by these.
    index('domain_health_bad').on(t.domainId).where(sql`${t.bad} <> '{}'`),
    oneOf('domain_health_state', t.state, healthStateNames),
  ],
)

/** What was seen at one look, as the sources said it; kept for two weeks. */
export const healthLooks = pgTable(
  'health_looks',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    domainId: text()
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    at: createdAt(),
    seen: jsonb().$type<readonly HealthSignal[]>().notNull(),
  },
  (t) => [index('health_looks_at').on(t.at), index('health_looks_domain').on(t.domainId, t.id)],
)

/** What a decision was made from and what came of it: whoever doubts one can make it again. */
export const healthDecisions = pgTable(
  'health_decisions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    domainId: text()
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    /** The moment that it was made for. */
    at: moment().notNull(),
    before: jsonb().$type<HealthMemory>().notNull(),
    inputs: jsonb().$type<HealthInputs>().notNull(),
    /** Sources that were doubted then; what they said against the domain is left out of the inputs. */
    doubted: jsonb().$type<readonly Incident[]>().notNull().default([]),
    after: jsonb().$type<HealthMemory>().notNull(),
    from: text().$type<HealthState>().notNull(),
    to: text().$type<HealthState>().notNull(),
    cause: text().$type<SignalCode>(),
    score: smallint().notNull(),
    share: smallint().notNull(),
  },
  (t) => [index('health_decisions_domain').on(t.domainId, t.id), index('health_decisions_at').on(t.at)],
)

/** A domain's day in one small row, kept for ever. */
export const healthDays = pgTable(
  'health_days',
  {
    domainId: text()
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    /** Places in the list of states. */
    state: smallint().notNull(),
    /** The lowest of the day. */
    score: smallint().notNull(),
    coverage: smallint().notNull(),
    /** One letter for each signal, in the order of the list of signals: the worst verdict of the last look. */
    verdicts: text().notNull(),
    /** Cold mails of the seven whole days before, as its sending tool counted them on that day; null where it was not asked. */
    sent: integer(),
    /** Those of them that came back. */
    bounced: integer(),
  },
  (t) => [primaryKey({ name: 'health_days_pkey', columns: [t.domainId, t.day] })],
)

/** A rest of a domain: from the suggestion to the end of its return. There is one for each time that it should rest. */
export const healthActs = pgTable(
  'health_acts',
  {
    id: text().primaryKey(),
    domainId: text()
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    customerId: text()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    state: word(actStates).notNull(),
    /** Since when the domain should rest, or be replaced. */
    askedSince: moment().notNull(),
    cause: text().$type<SignalCode>(),
    /** What was seen, as a sentence. */
    why: text().notNull(),
    /** Who had it rested; null while it is only suggested. */
    by: word(actBys),
    /** Hundredths of its cold mail that it sends, while that is ours to say. */
    share: smallint(),
    suggestedAt: createdAt(),
    restedAt: moment(),
    /** When the sending tool itself showed the limits of this share. */
    confirmedAt: moment(),
    /** When its return began, and when it was over. */
    returningAt: moment(),
    overAt: moment(),
  },
  (t) => [
    uniqueIndex('health_acts_open')
      .on(t.domainId)
      .where(sql`${t.state} in ('suggested', 'resting', 'returning')`),
    index('health_acts_domain').on(t.domainId, t.askedSince),
    index('health_acts_customer').on(t.customerId, t.restedAt),
    oneOf('health_acts_state', t.state, actStates),
    oneOf('health_acts_by', t.by, actBys),
  ],
)

/** Times at which a source itself was what was wrong. */
export const healthIncidents = pgTable(
  'health_incidents',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    source: text().notNull(),
    beganAt: moment().notNull(),
    lastAt: moment().notNull(),
    endedAt: moment(),
    /** Domains that it called bad when it was doubted. */
    domains: integer().notNull(),
  },
  (t) => [uniqueIndex('health_incidents_open').on(t.source).where(sql`${t.endedAt} is null`)],
)

/** When somebody was written to about the health of domains: a customer, or the operator's staff together. */
export const healthMails = pgTable('health_mails', {
  /** The customer's id, or "staff". */
  reader: text().primaryKey(),
  customerId: text().references(() => customers.id, { onDelete: 'cascade' }),
  /** The last day whose mail was due, whether or not there was anything to tell. */
  digestDay: date({ mode: 'string' }).notNull(),
  /** Since when something waits that is told at once. */
  gatheringSince: moment(),
  gatesAt: moment(),
})

/** What one receiver has reported of a domain's mail of one day, by where it came from; kept for two weeks. */
export const dmarcDays = pgTable(
  'dmarc_days',
  {
    domainId: text()
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    reporter: word(reporterNames).notNull(),
    ours: integer().notNull(),
    oursPassed: integer().notNull(),
    forwarded: integer().notNull(),
    foreign: integer().notNull(),
    hijacked: integer().notNull(),
    /** When the first of them came. */
    at: createdAt(),
    /** The reports that are counted, in few letters each: one that comes again is not counted again. */
    reports: text().array().notNull(),
  },
  (t) => [
    primaryKey({ name: 'dmarc_days_pkey', columns: [t.domainId, t.day, t.reporter] }),
    index('dmarc_days_at').on(t.at),
    oneOf('dmarc_days_reporter', t.reporter, reporterNames),
  ],
)

/** Mails to domains' addresses for reports that were refused: whom they say they are from, and why they count for nothing. */
export const refusedReports = pgTable(
  'refused_reports',
  {
    /** The name behind the @ of the sender; empty where the mail does not say. */
    sender: text().notNull(),
    reason: text().notNull(),
    count: integer().notNull(),
    lastAt: moment().notNull(),
  },
  (t) => [primaryKey({ name: 'refused_reports_pkey', columns: [t.sender, t.reason] })],
)

/**
 * A delivery of a domain's mail that failed, as its host's message trace has it: by whom it was refused, and not to whom it
 * went. Kept for a few days.
 */
export const failedDeliveries = pgTable(
  'failed_deliveries',
  {
    domainId: text()
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    /** A digest of the host's id of the message and of the recipient: one that is listed again is not counted again. */
    mark: text().notNull(),
    /** The domain of the recipient. */
    receiver: text().notNull(),
    /** When it was refused; until that is read, when the host took the message. */
    at: moment().notNull(),
    /** When the host said why, or was asked so often that it never will; null before. */
    readAt: moment(),
    /** How often it was asked and did not say. */
    tries: smallint().notNull().default(0),
    /** A code of the table of refusals; null where it gave none. */
    code: text(),
  },
  (t) => [
    primaryKey({ name: 'failed_deliveries_pkey', columns: [t.domainId, t.mark] }),
    index('failed_deliveries_at').on(t.at),
  ],
)
