import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf, word } from './columns.ts'
import { customers } from './customers.ts'

const draftZoneStates = ['asked', 'proof', 'ready'] as const

/** Zones of own names that were asked for before anybody paid for them. */
export const draftZones = pgTable(
  'draft_zones',
  {
    customerId: text()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** `proof`: the DNS host first wants to see `nameServers` in the name's delegation. */
    state: word(draftZoneStates).notNull().default('asked'),
    nameServers: text().array().notNull().default([]),
    /** It did not exist before, so it is removed where nobody pays; noted before it is made. */
    isMade: boolean().notNull().default(false),
    /** When the DNS host was last asked. */
    triedAt: moment(),
    askedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.name] }),
    index('draft_zones_name').on(t.name),
    index('draft_zones_asked').on(t.askedAt),
    oneOf('draft_zones_state', t.state, draftZoneStates),
  ],
)
