import { sql } from 'drizzle-orm'
import type { CustomerState } from '#shared/accounts/customer-states.ts'
import { isInvited } from '../../../db/is-invited.ts'
import { customers } from '../../../db/schema/index.ts'

/** The state as the database sees it, so that a list can be filtered by it: as `accountStateOf`, and who is invited. */
export const customerState = sql<CustomerState>`case
  when ${customers.erasedAt} is not null then 'erased'
  when ${customers.eraseDueAt} is not null then 'closed'
  when ${customers.suspendedAt} is not null then 'suspended'
  when ${customers.disabledAt} is not null then 'disabled'
  when ${isInvited} then 'invited'
  else 'active' end`
