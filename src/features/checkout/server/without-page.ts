import { type SQL, sql } from 'drizzle-orm'
import { unpaidMinutes } from '#features/plans/rules/catalog.ts'

/** So many of a kind are ended in one transaction; the next round takes the others. */
export const endedAtOnce = 200

const tooLong = sql`now() - make_interval(mins => ${unpaidMinutes})`

/**
 * SQL for whether a customer is waited for no longer, by the database's clock, or not at all: no page is opened for one
 * who is suspended or closed.
 */
export const waitsNoLonger = (since: SQL, customerId: SQL): SQL =>
  sql`(${since} < ${tooLong} or exists (select from customers s where s.id = ${customerId}
    and (s.suspended_at is not null or s.erase_due_at is not null)))`

/** SQL for the pages, `c`, and their items, `i`, on which something could still be paid; or was, a moment ago. */
export const pagesWhere = (where: SQL): SQL =>
  sql`(select from checkouts c left join checkout_items i on i.checkout_id = c.id
    where ${where} and c.status in ('prepared', 'open', 'paid'))`
