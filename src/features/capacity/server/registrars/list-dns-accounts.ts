import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { type dnsAccountStates, dnsAccounts } from '#base/db/schema/index.ts'
import { limitKeyIn } from '#vendors/dnsimple/adapter/choose-account.ts'
import { callsPerHour, secondsPerCall } from '#vendors/dnsimple/adapter/client.ts'

interface ListedDnsAccount {
  id: string
  label: string
  state: (typeof dnsAccountStates)[number]
  /** It is the account of the environment's token. */
  isEnvironments: boolean
  domains: number
  /** Calls that it may still make within the next hour, and how many an hour has. */
  calls: { left: number; ofHour: number }
  probe: { at: Date; problem: string | null } | null
  since: Date
}

interface Row extends Record<string, unknown> {
  id: string
  label: string
  state: ListedDnsAccount['state']
  is_environments: boolean
  domains: number
  ahead: number
  probed_at: Date | null
  probe_problem: string | null
  created_at: Date
}

/** Every account at the registrar with what it has and what is left of its hour; `scale` multiplies its limit. */
export async function listDnsAccounts(db: Db, scale: number): Promise<ListedDnsAccount[]> {
  const { rows } = await db.execute<Row>(sql`
    select a.id, a.label, a.state, a.credentials is null as is_environments, a.probed_at, a.probe_problem, a.created_at,
      (select count(*)::int from domain_names n where n.dns_account_id = a.id) as domains,
      greatest(coalesce(l.tat, 0) - extract(epoch from now()), coalesce(l.blocked_until, 0) - extract(epoch from now()), 0)::float8 as ahead
    from ${dnsAccounts} a left join vendor_limits l on l.key = ${limitKeyIn}
    order by a.created_at, a.id`)
  const ofHour = Math.floor(callsPerHour * scale)
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    state: row.state,
    isEnvironments: row.is_environments,
    domains: row.domains,
    calls: { left: Math.max(0, ofHour - Math.ceil((row.ahead * scale) / secondsPerCall)), ofHour },
    probe: row.probed_at && { at: new Date(row.probed_at), problem: row.probe_problem },
    since: new Date(row.created_at),
  }))
}
