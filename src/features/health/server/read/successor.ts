import { type SQL, sql } from 'drizzle-orm'
import { isRunningAs } from '#delivery/domains/running.ts'
import type { DomainStatus } from '#features/orders/rules/order-status.ts'

/**
 * How far the domain is that was ordered in place of one that was replaced, the last of them where that one was replaced as
 * well before it was delivered; null where none was, or it is not wanted any more.
 * @param alias of `domains` in the query
 */
export const successorOf = (alias: string): SQL<DomainStatus | null> => {
  const domain = sql.identifier(alias)
  return sql<DomainStatus | null>`case when ${domain}.replaced_at is not null then (
    select later.status from domains later where later.bundle_id = ${domain}.bundle_id and later.slot = ${domain}.slot
      and later.id <> ${domain}.id and later.replaced_at is null and ${isRunningAs('later')} limit 1) end`
}
