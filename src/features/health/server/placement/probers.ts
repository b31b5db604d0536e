import { sql } from 'drizzle-orm'
import { isRunningAs } from '#delivery/domains/running.ts'

/**
 * Domains that probes are sent from, as `d`, with the account that they are at as `n`: those that are served and not given up.
 * Spares and those that rest are among them: how their mail arrives says whether they may send.
 */
export const fromProbers = sql`from domains d
  join bundles b on b.id = d.bundle_id and b.status = 'live' and b.hold is null
  join customers o on o.id = d.customer_id and o.suspended_at is null
  join domain_names n on n.name = d.name and n.provider_account_id is not null
  where ${isRunningAs('d')} and d.delivered_at is not null
    and not exists (select from domain_health h where h.domain_id = d.id and h.state = 'replace')`

/** A mailbox `m` of the domain `d` that its host lets send. */
export const isSender = sql`(m.domain_id = d.id and m.want = 'active' and m.host_state = 'active'
  and m.external_id is not null)`
