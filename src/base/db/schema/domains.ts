import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DomainChange } from '#features/domains/rules/domain-change.ts'
import { domainStatuses } from '#features/orders/rules/order-status.ts'
import { platforms } from '#features/plans/rules/catalog.ts'
import { changedAt, createdAt, moment, oneOf, rev, word } from './columns.ts'
import { customers } from './customers.ts'
import { dnsAccounts } from './dns-accounts.ts'
import { bundles } from './orders.ts'
import { providerAccounts } from './provider-accounts.ts'

export const domainSources = ['bought', 'own'] as const
/** What the customer wants of a holding: keep the name for them, run it, or take it down. */
export const domainWants = ['hold', 'run', 'retire'] as const

/** One holding of a name by a bundle. */
export const domains = pgTable(
  'domains',
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    bundleId: text()
      .notNull()
      .references(() => bundles.id),
    name: text().notNull(),
    /** Place among the bundle's domains. */
    slot: integer().notNull(),
    platform: word(platforms).notNull(),
    source: word(domainSources).notNull(),
    want: word(domainWants).notNull().default('hold'),
    /** What the customer sees. */
    status: word(domainStatuses).notNull().default('pending'),
    /** What is continuing or wanted, as a sentence for the customer. */
    statusNote: text(),
    /** What is being changed about a delivered domain, which stays delivered meanwhile. */
    changing: jsonb().$type<DomainChange | null>(),
    /** Where visitors of the name are sent. */
    forwardingUrl: text().notNull(),
    replacesId: text().references((): AnyPgColumn => domains.id),
    /** Set while another holding has been ordered in this one's place, or the former one was put back there. */
    replacedAt: moment(),
    /** Of one that replaces another: that one is to go on for some weeks after this one is delivered. */
    withOverlap: boolean().notNull().default(false),
    /** Of a replaced one that goes on so: since when. */
    fallingSince: moment(),
    /** Hundredths of its cold mail that one sends on its way out, replaced so or spent; lowered day by day. */
    fallShare: smallint(),
    /** Set when someone else has shown that an own name is theirs: it is no more this bundle's. */
    takenAt: moment(),
    /** Set when a spare took its place: it falls and receives for some weeks, and waits in the reserve for another to be bought for it. */
    spentAt: moment(),
    /** Set when the mailboxes of such a one ended: its time for replies was over. */
    endedAt: moment(),
    /** The beginning of the time for replies whose end was told of: each is told once. */
    endToldFor: moment(),
    /** Where receivers send what they saw of its mail, before the @: nobody can guess it, DNS shows it. */
    reportToken: text().notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    retireAt: moment(),
    /** The name may be held again. */
    releasedAt: moment(),
    setupStartedAt: moment(),
    deliveredAt: moment(),
    /** Mailboxes that the bundle's sending tool has confirmed; a trigger counts them. */
    inboxes: integer().notNull().default(0),
    createdAt: createdAt(),
    changedAt: changedAt(),
    rev: rev(),
  },
  (t) => [
    uniqueIndex('domains_held_name').on(t.name).where(sql`${t.releasedAt} is null`),
    // Whatever lies under a name begins with it, backwards.
    index('domains_held_backwards')
      .on(sql`(reverse(${t.name}) collate "C")`)
      .where(sql`${t.releasedAt} is null`),
    uniqueIndex('domains_slot')
      .on(t.bundleId, t.slot)
      .where(sql`${t.want} = 'run' and ${t.replacedAt} is null`),
    uniqueIndex('domains_replacement').on(t.replacesId).where(sql`${t.releasedAt} is null`),
    uniqueIndex('domains_report_token').on(t.reportToken),
    index('domains_customer').on(t.customerId),
    index('domains_bundle').on(t.bundleId, t.slot),
    index('domains_name').on(t.name),
    // What staff read page by page, and by what a name begins with: in the order of bytes, which LIKE can use.
    index('domains_listed').on(sql`(${t.name} collate "C")`, t.id),
    index('domains_listed_by_status').on(t.status, sql`(${t.name} collate "C")`, t.id),
    // What a name begins with, whoever holds or held it.
    index('domains_beginning').on(t.name.op('text_pattern_ops')),
    index('domains_falling')
      .on(t.fallingSince)
      .where(sql`${t.fallingSince} is not null and ${t.want} = 'run'`),
    index('domains_spent').on(t.spentAt).where(sql`${t.spentAt} is not null and ${t.want} = 'run'`),
    index('domains_delivered').on(t.platform, t.deliveredAt).where(sql`${t.deliveredAt} is not null`),
    oneOf('domains_platform', t.platform, platforms),
    oneOf('domains_source', t.source, domainSources),
    oneOf('domains_want', t.want, domainWants),
    oneOf('domains_status', t.status, domainStatuses),
  ],
)

export const registrationStates = ['none', 'registering', 'registered', 'failed', 'outside'] as const
/** The name itself, whichever customer holds it: what the reconciler works on. */
export const domainNames = pgTable(
  'domain_names',
  {
    name: text().primaryKey(),
    registration: word(registrationStates).notNull().default('none'),
    expiresAt: moment(),
    /** The expiry that was told of while nothing is renewed: each is told once. */
    expiryToldFor: moment(),
    /** Where its mailboxes are placed; stays until they are purged. */
    providerAccountId: text().references(() => providerAccounts.id),
    /** Where it is registered and its zone is hosted: given when it first needs one, and never changed. */
    dnsAccountId: text().references(() => dnsAccounts.id),
    dnsAccountSince: moment(),
    /** Raised by every change of what is wanted. */
    wantedRev: integer().notNull().default(0),
    /** The wanted rev that was reached last. */
    doneRev: integer().notNull().default(0),
    nextRunAt: moment(),
    attempts: integer().notNull().default(0),
    /** Worked on before every name that is not. */
    urgent: boolean().notNull().default(false),
    leaseToken: uuid(),
    leaseUntil: moment(),
    /** What was seen at the vendors, each fact with the time it was read. */
    facts: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Facts read before this are stale: someone asked for a new look. */
    recheckBefore: moment(),
    /**
     * What was last said about a fact from outside: by the paged listing of the name's account or connection, and when it
     * was begun; by a person who gave the DKIM key again.
     */
    listed: jsonb()
      .$type<
        Partial<
          Record<'mailboxes' | 'tool' | 'dkim' | 'proof' | 'coldLimit', { at: string; agrees: boolean }>
        >
      >()
      .notNull()
      .default({}),
    /** The step that is being done or waited for, and since when. */
    step: text(),
    stepSince: moment(),
    /** The last refusal, for the operator. */
    problem: jsonb().$type<{
      kind: string
      /** Who has to act, where someone has to. */
      waitsFor?: string
      vendor?: string
      operation?: string
      reason: string
      /** A vendor's limit is used up: nothing is wrong. */
      isOverLimit?: boolean
      /** Its key. */
      limit?: string
      /** What the customer has to add where the name is registered. */
      nameServers?: string[]
      at: string
    } | null>(),
    rev: rev(),
  },
  (t) => [
    // Nothing that changes with every step of a name may stand in an index: it would be written with each of them.
    index('domain_names_due').on(t.nextRunAt).where(sql`${t.nextRunAt} is not null`),
    index('domain_names_due_urgently').on(t.nextRunAt).where(sql`${t.urgent} and ${t.nextRunAt} is not null`),
    index('domain_names_account').on(t.providerAccountId),
    index('domain_names_dns_account').on(t.dnsAccountId, t.dnsAccountSince),
    index('domain_names_problem').on(t.name).where(sql`${t.problem} is not null`),
    oneOf('domain_names_registration', t.registration, registrationStates),
  ],
)

/** What happened to a name, in order; never changed. */
export const domainEvents = pgTable(
  'domain_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    domainId: text()
      .notNull()
      .references(() => domains.id),
    name: text().notNull(),
    /** The step or the kind of happening. */
    kind: text().notNull(),
    /** A sentence for the customer. */
    sentence: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    at: createdAt(),
  },
  (t) => [
    index('domain_events_domain').on(t.domainId, t.id),
    index('domain_events_customer').on(t.customerId, t.id),
  ],
)
