import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf, rev, word } from './columns.ts'
import { toolConnections } from './connections.ts'
import { customers } from './customers.ts'
import { domains } from './domains.ts'
import { bundles } from './orders.ts'

/** A named person of a bundle, in whose name mail is sent. */
export const personas = pgTable(
  'personas',
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    bundleId: text()
      .notNull()
      .references(() => bundles.id),
    position: integer().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    azurePerDomain: integer().notNull().default(0),
    googlePerDomain: integer().notNull().default(0),
    removedAt: moment(),
    createdAt: createdAt(),
    rev: rev(),
  },
  (t) => [
    uniqueIndex('personas_full_name')
      .on(t.bundleId, sql`lower(${t.firstName} || ' ' || ${t.lastName})`)
      .where(sql`${t.removedAt} is null`),
    index('personas_bundle').on(t.bundleId, t.position),
  ],
)

export const mailboxWants = ['active', 'disabled', 'purged'] as const
export const mailboxes = pgTable(
  'mailboxes',
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    domainId: text()
      .notNull()
      .references(() => domains.id),
    /** The domain name, so that an address is unique even when another customer held the name before. */
    name: text().notNull(),
    personaId: text()
      .notNull()
      .references(() => personas.id),
    localPart: text().notNull(),
    want: word(mailboxWants).notNull().default('active'),
    /** When the host was first asked to make it, noted before: from then on it may stand there. */
    toldAt: moment(),
    /** The host's id, once we made it there. */
    externalId: text(),
    /** Sealed password. */
    secret: text(),
    /** Names as last told to the host. */
    hostName: text(),
    /** What the host was last brought to. */
    hostState: word(['active', 'disabled', 'purged']),
    disabledAt: moment(),
    createdAt: createdAt(),
    rev: rev(),
  },
  (t) => [
    uniqueIndex('mailboxes_address').on(t.name, t.localPart).where(sql`${t.want} <> 'purged'`),
    index('mailboxes_domain').on(t.domainId),
    // What an address begins with, within one customer's; text_pattern_ops serves LIKE in every collation.
    index('mailboxes_local_part').on(t.customerId, t.localPart.op('text_pattern_ops')),
    index('mailboxes_persona').on(t.personaId),
    oneOf('mailboxes_want', t.want, mailboxWants),
  ],
)

export const linkWants = ['connected', 'disconnected'] as const
/** A mailbox in a sending tool. */
export const mailboxLinks = pgTable(
  'mailbox_links',
  {
    mailboxId: text()
      .notNull()
      .references(() => mailboxes.id, { onDelete: 'cascade' }),
    connectionId: text()
      .notNull()
      .references(() => toolConnections.id),
    want: word(linkWants).notNull().default('connected'),
    externalId: text(),
    /** When the tool itself last listed the mailbox. */
    confirmedAt: moment(),
    /** When daily limit and warm-up were set: once for each time it is connected, then they are the customer's. */
    configuredAt: moment(),
    /** When disconnecting was given up because the credentials are dead. */
    abandonedAt: moment(),
    /** How the mailbox stood in the tool before we paused it there, until it is resumed: noted before it is paused. */
    beforePause: jsonb().$type<{ sends: boolean; warmupOn: boolean; dailyLimit?: number }>(),
    /** When the tool itself said that the mailbox is paused. */
    pausedAt: moment(),
    /** Since when the tool can use it, by its own word; null while it cannot. Being listed there is no connection. */
    connectedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.mailboxId, t.connectionId] }),
    index('mailbox_links_connection').on(t.connectionId),
    oneOf('mailbox_links_want', t.want, linkWants),
  ],
)
