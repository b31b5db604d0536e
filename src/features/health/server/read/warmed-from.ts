import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Since when all wanted mailboxes of a domain warm up in this account of a sending tool, in epoch ms: the latest of the
 * moments when their warm-up was switched on there. Null while one of them waits for that. A new mailbox, or another
 * account, begins anew, however old the domain is.
 */
export const warmedFrom = (domainId: SQLWrapper, connectionId: SQLWrapper): SQL<number | null> => sql`(
  select case when bool_and(l.configured_at is not null) then extract(epoch from max(l.configured_at))::float8 * 1000 end
  from mailboxes m
  left join mailbox_links l on l.mailbox_id = m.id and l.connection_id = ${connectionId} and l.want = 'connected'
  where m.domain_id = ${domainId} and m.want = 'active')`
