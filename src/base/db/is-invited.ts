import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether nobody who acts for a customer, read from `customers`, has ever chosen a password of their own. The column is
 * named in full: a selection from one table alone leaves the names of tables out, and others have an `id` as well.
 */
export const isInvited: SQL = sql`not exists (
  select from memberships m join users u on u.id = m.user_id
  where m.customer_id = customers.id
    and (not u.must_change_password or u.password_hash_before_reset is not null))`
