import { bigserial, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { planIds } from '#features/plans/rules/catalog.ts'
import { createdAt, oneOf, word } from './columns.ts'
import { customers } from './customers.ts'

/** Every price list but the first, which the code has: rows are added and never changed, and the latest counts. */
export const priceVersions = pgTable('price_versions', {
  version: integer().primaryKey(),
  /** The member of staff, by id: a colleague who is gone stays known by it. Null: the command line. */
  userId: text(),
  /** What a reader of the list calls them. */
  madeBy: text().notNull(),
  /** The version whose values these are; 1 for the first. Null: they were entered. */
  restored: integer(),
  values: jsonb().notNull(),
  createdAt: createdAt(),
})

/** What customers were promised instead of the list's prices: rows are added, and of each plan the one counts that began last. */
export const customerPrices = pgTable(
  'customer_prices',
  {
    /** In the order in which they were set. */
    id: bigserial({ mode: 'number' }).primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    plan: word(planIds).notNull(),
    /** Null: the list's price again. */
    cents: integer(),
    /** The day of UTC with which it begins; null: it began when it was set. */
    fromDay: date({ mode: 'string' }),
    /** Who set it, as in `priceVersions`. */
    userId: text(),
    madeBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('customer_prices_customer').on(t.customerId, t.plan, t.id),
    oneOf('customer_prices_plan', t.plan, planIds),
  ],
)
