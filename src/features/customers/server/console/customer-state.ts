import { sql } from 'drizzle-orm'
import { isInvited } from '#base/db/is-invited.ts'
import { customers } from '#base/db/schema/index.ts'
import type { CustomerState } from '../../rules/customer-states.ts'

/** The state as the database sees it, so that a list can be filtered by it: as `accountStateOf`, and who is invited. */
export const customerState = sql<CustomerState>`case
  when ${customers.erasedAt} is not null then 'erased'
  when ${customers.eraseDueAt} is not null then 'closed'
  when ${customers.suspendedAt} is not null then 'suspended'
  when ${customers.disabledAt} is not null then 'disabled'
  when ${isInvited} then 'invited'
  else 'active' end`
