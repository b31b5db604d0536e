import { type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '#base/audit/audit.ts'

const begun: AuditAction = 'customer.closing_begun'
const all: readonly AuditAction[] = [begun, 'customer.closed', 'customer.reopened']

/**
 * Whether the closing of one of `customers` was begun and not finished: what else is billed was not asked, and the
 * customer was not told. That the data is due does not say so, since erasing sets that as well.
 */
export const isClosingUnfinished: SQL<boolean> = sql<boolean>`(customers.erase_due_at is not null
  and coalesce((select l.action = ${begun} from audit_log l
    where l.customer_id = customers.id and l.action = any(${sql.param(all)})
    order by l.id desc limit 1), false))`
