import { type SQL, sql } from 'drizzle-orm'
import { domainNames, domains } from '#base/db/schema/index.ts'
import type { Standstill } from '#features/domains/rules/standstill.ts'

/** Whom a domain waits for that does not go on, from its name's last refusal: null where it goes on. */
export const standstillOf: SQL<Standstill | null> = sql<Standstill | null>`case
  when ${domains.releasedAt} is not null then null
  when ${domains.status} = 'error' or ${domainNames.problem} ->> 'kind' = 'rejected' then 'stopped'
  when ${domainNames.problem} is null then null
  when ${domainNames.problem} ->> 'isOverLimit' = 'true' then 'limit'
  when ${domainNames.problem} ->> 'waitsFor' = 'customer' then 'customer'
  when ${domainNames.problem} ->> 'waitsFor' = 'operator' or ${domainNames.problem} ->> 'kind' = 'unauthorised' then 'team'
  else 'vendor' end`

/** Those that stand still: few, found by two indexes. */
export const standsStill: SQL = sql`(${domains.releasedAt} is null and ${domains.name} in (
  select stopped.name from ${domainNames} stopped where stopped.problem is not null
  union select failed.name from ${domains} failed where failed.status = 'error'))`
