import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { customers } from './customers.ts'

const number = () => bigint({ mode: 'number' }).notNull()

/**
 * How many changes a customer's list of orders has seen. A trigger raises it as the last act of each transaction that
 * changes what the list shows, and has it locked until that is committed: who reads a number has everything before it.
 */
export const orderListNumbers = pgTable('order_list_numbers', {
  customerId: text()
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  number: number(),
})

/** Which change an order had last; it stays when the order is gone from the list, for those who still show it. */
export const orderChanges = pgTable(
  'order_changes',
  {
    orderId: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    number: number(),
  },
  (t) => [index('order_changes_customer').on(t.customerId, t.number)],
)
