import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, createdAt, moment, oneOf, rev, word } from './columns.ts'
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
    /** In whose share of the domain it counts, where that is somebody else's: it took the place of one of theirs. */
    countsForId: text().references(() => personas.id),
    localPart: text().notNull(),
    want: word(mailboxWants).notNull().default('active'),
    /** When the host was first asked to make it, noted before: from then on it may stand there. */
    toldAt: moment(),
    /** The host's id, once we made it there. */
    externalId: text(),
    /** The host was asked for it before mailboxes bore marks: whatever has its address there is it. */
    isUnmarked: boolean().notNull().default(false),
    /** Sealed password. */
    secret: text(),
    /** Names as last told to the host. */
    hostName: text(),
    /** What the host was last brought to. */
    hostState: word(['active', 'disabled', 'purged']),
    disabledAt: moment(),
    /** Emails a day that its sending tool lets it send beyond what its plan sells, as listed last. */
    beyondSold: integer().notNull().default(0),
    /** When another one took its place: nobody gets this one back. */
    swappedAt: moment(),
    createdAt: createdAt(),
    rev: rev(),
  },
  (t) => [
    uniqueIndex('mailboxes_address').on(t.name, t.localPart).where(sql`${t.want} <> 'purged'`),
    index('mailboxes_domain').on(t.domainId),
    // What an address begins with, within one customer's; text_pattern_ops serves LIKE in every collation.
    index('mailboxes_local_part').on(t.customerId, t.localPart.op('text_pattern_ops')),
    // The same whoever's it is.
    index('mailboxes_beginning').on(t.localPart.op('text_pattern_ops'), t.name.op('text_pattern_ops')),
    index('mailboxes_external').on(t.externalId).where(sql`${t.externalId} is not null`),
    index('mailboxes_persona').on(t.personaId),
    // Of whom more is sent than was sold.
    index('mailboxes_beyond_sold').on(t.customerId).where(sql`${t.beyondSold} > 0`),
    oneOf('mailboxes_want', t.want, mailboxWants),
  ],
)

export const linkWants = ['connected', 'disconnected'] as const
/** How far a tool's own way in to a mailbox is: to be signed in, being signed in, by a person only, or in by its word. */
export const linkConnections = ['wanted', 'signing_in', 'person', 'connected'] as const
export const signInHands = ['browser', 'person'] as const
/** Where a mailbox stood before somebody began to sign in to it. */
export const beforeSignIn = ['wanted', 'person'] as const
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
    beforePause: jsonb().$type<{
      sends: boolean
      warmupOn: boolean
      dailyLimit?: number
      suspended?: true
    }>(),
    /** When the tool itself said that the mailbox is paused. */
    pausedAt: moment(),
    /**
     * While its domain rests or returns: the daily limit that it has when it sends in full, and the one that was set last,
     * which may not have been set yet while it is being set. `whole` is null where it had none.
     */
    rest: jsonb().$type<{ whole: number | null; set: number; isBeingSet: boolean }>(),
    /** Null while nobody has begun to connect it. */
    connection: word(linkConnections),
    /** Why it is not connected, in the tool's or the host's words. */
    connectionReason: text(),
    /** What stopped its last sign-in: a cause of `features/tools/rules/sign-in-causes`. */
    connectionCause: text(),
    connectionSince: moment(),
    /** Whose sign-in is under way, and until when nobody else begins one. */
    signInToken: text(),
    signInUntil: moment(),
    signInBy: word(signInHands),
    /** Where it goes back to when nothing comes of the sign-in that is under way. */
    signInFrom: word(beforeSignIn),
    /** What the tool knows the sign-in by; its word on it is told once. */
    signInSession: text(),
    /** Sign-ins that came to nothing since it was connected last. */
    signInTries: integer().notNull().default(0),
    /** Not to be signed in to before. */
    signInAfter: moment(),
    /** Since when the tool is setting up what somebody has signed in to: nobody signs in again meanwhile. */
    setUpSince: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.mailboxId, t.connectionId] }),
    index('mailbox_links_connection').on(t.connectionId),
    index('mailbox_links_external').on(t.externalId).where(sql`${t.externalId} is not null`),
    index('mailbox_links_token').on(t.signInToken).where(sql`${t.signInToken} is not null`),
    index('mailbox_links_sign_in').on(t.connection, t.createdAt).where(sql`${t.connection} <> 'connected'`),
    oneOf('mailbox_links_want', t.want, linkWants),
    oneOf('mailbox_links_connection_state', t.connection, linkConnections),
    oneOf('mailbox_links_sign_in_by', t.signInBy, signInHands),
    oneOf('mailbox_links_sign_in_from', t.signInFrom, beforeSignIn),
  ],
)

/** What a browser saw when only a person could go on: the last page of each mailbox, without what was typed. */
export const signInPictures = pgTable(
  'sign_in_pictures',
  {
    mailboxId: text()
      .notNull()
      .references(() => mailboxes.id, { onDelete: 'cascade' }),
    connectionId: text()
      .notNull()
      .references(() => toolConnections.id, { onDelete: 'cascade' }),
    png: bytes().notNull(),
    takenAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.mailboxId, t.connectionId] })],
)
