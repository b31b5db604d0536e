import { sql } from 'drizzle-orm'
import type { CustomerState } from '#shared/accounts/customer-states.ts'
import { customers } from '../../../db/schema/index.ts'
import { customerId } from './what-is-live.ts'

/** Whether nobody who acts for a customer has ever chosen a password of their own. */
const isInvited = sql`not exists (
  select from memberships m join users u on u.id = m.user_id
  where m.customer_id = ${customerId}
    and (not u.must_change_password or u.password_hash_before_reset is not null))`

/** The state as the database sees it, so that a list can be filtered by it: as `accountStateOf`, and who is invited. */
export const customerState = sql<CustomerState>`case
  when ${customers.erasedAt} is not null then 'erased'
  when ${customers.eraseDueAt} is not null then 'closed'
  when ${customers.suspendedAt} is not null then 'suspended'
  when ${customers.disabledAt} is not null then 'disabled'
  when ${isInvited} then 'invited'
  else 'active' end`
