import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  bundles,
  domainEvents,
  domainNames,
  domains,
  mailboxes,
  mailboxLinks,
  personas,
  workItems,
} from '#base/db/schema/index.ts'

/** A row as the database writes it: column names, moments as text. */
export type Row = Record<string, unknown>

/** What a bundle consists of here; rows that others point at come first. */
export const insertOrder = [
  'bundles',
  'domain_names',
  'domains',
  'personas',
  'mailboxes',
  'mailbox_links',
  'domain_events',
  'work_items',
] as const
export type CopiedTable = (typeof insertOrder)[number]

interface Copied {
  table: PgTable
  /** Which rows belong to a bundle: those whose column holds one of these keys. */
  by: { column: PgColumn; key: string }
  /** Keys that its rows give to the tables after it, by their column. */
  keeps?: Record<string, string>
}

/** How the rows of a bundle are found, from its names on. */
export const copiedTables: Record<CopiedTable, Copied> = {
  domains: {
    table: domains,
    by: { column: domains.name, key: 'name' },
    keeps: { domain: 'id', bundle: 'bundle_id' },
  },
  bundles: { table: bundles, by: { column: bundles.id, key: 'bundle' } },
  personas: { table: personas, by: { column: personas.bundleId, key: 'bundle' } },
  domain_names: { table: domainNames, by: { column: domainNames.name, key: 'name' } },
  mailboxes: {
    table: mailboxes,
    by: { column: mailboxes.domainId, key: 'domain' },
    keeps: { mailbox: 'id' },
  },
  mailbox_links: { table: mailboxLinks, by: { column: mailboxLinks.mailboxId, key: 'mailbox' } },
  domain_events: { table: domainEvents, by: { column: domainEvents.domainId, key: 'domain' } },
  work_items: { table: workItems, by: { column: workItems.subject, key: 'name' } },
}
