import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bulkTools, sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { createdAt, moment, oneOf, rev, word } from './columns.ts'
import { customers } from './customers.ts'

export const connectionStates = ['unchecked', 'working', 'refused'] as const
/** A customer's credentials for a sending tool. `other` has none: a CSV is mailed. */
export const toolConnections = pgTable(
  'tool_connections',
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    kind: word(sendingToolIds).notNull(),
    /** What may be shown: user name, address, workspace. */
    details: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Sealed JSON of the secret fields. */
    secrets: text(),
    state: word(connectionStates).notNull().default('unchecked'),
    /** Why the tool refused the credentials, as a sentence. */
    problem: text(),
    /** Since when the tool refuses the credentials. */
    refusedAt: moment(),
    createdAt: createdAt(),
    rev: rev(),
  },
  (t) => [
    index('tool_connections_customer').on(t.customerId),
    oneOf('tool_connections_kind', t.kind, sendingToolIds),
    oneOf('tool_connections_state', t.state, connectionStates),
  ],
)

/** Browser credentials a customer lent to a bulk-update tool; they expire and can be deleted. */
export const helperCredentials = pgTable(
  'helper_credentials',
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    tool: word(bulkTools).notNull(),
    secrets: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('helper_credentials_customer').on(t.customerId, t.tool),
    oneOf('helper_credentials_tool', t.tool, bulkTools),
  ],
)
