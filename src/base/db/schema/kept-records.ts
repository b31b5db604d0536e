import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { KeptRecord, ZoneRecord } from '#features/names/rules/kept-records.ts'
import { customers } from './customers.ts'

/** What customers want in the zones of their own domains beside what we put there; entered before or after an order. */
export const keptRecords = pgTable(
  'kept_records',
  {
    customerId: text()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    records: jsonb().$type<KeptRecord[]>().notNull(),
    /** Kept once and not any more, or in the way of what is needed: they may still stand in the zone. */
    dropped: jsonb().$type<ZoneRecord[]>().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.name] })],
)
