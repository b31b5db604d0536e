import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { AccountVendor, HealthNotes } from '#base/db/schema/index.ts'
import { hasUntakenNewsAs } from '#delivery/domains/outdated-health.ts'
import { isRunningAs } from '#delivery/domains/running.ts'
import { type Facts, factsOf } from '#delivery/provisioning/facts.ts'
import { mailRecords } from '#delivery/provisioning/wanted-records.ts'
import { connectedTools, type SendingToolId } from '#features/tools/rules/sending-tools.ts'
import type { HealthSignal, SignalCode } from '../../rules/health-signals.ts'
import type { HealthMemory } from '../../rules/memory.ts'
import type { HealthUnit } from '../signals/signal-source.ts'

/** Silence after which the worker that was looking counts as gone. */
const claimMinutes = 10

/** A domain whose look is due, with what is remembered of it. */
export interface DueDomain extends HealthUnit {
  memory: HealthMemory | null
  signals: readonly HealthSignal[]
  bad: Readonly<Record<string, number>>
  cause: SignalCode | null
  share: number
  /** Which news this look reads, where it was made due by some: `HealthNotes.newsTakenUp`. */
  newsTakenUp: string | null
  /** When the last look at it was made that is stored, as text. */
  lookedAt: string | null
}

interface Row {
  domainId: string
  name: string | null
  facts: Record<string, unknown> | null
  memory: HealthMemory | null
  signals: HealthSignal[]
  notes: HealthNotes
  bad: Record<string, number>
  cause: SignalCode | null
  share: number
  lookedAt: string | null
  connectionId: string | null
  kind: SendingToolId | null
  addresses: string[] | null
  accountId: string | null
  vendor: AccountVendor | null
  atHost: string[] | null
  /** When we had its tool begin to warm it up first. */
  warmedFrom: string | null
}

/** Disabled although it is served: its host has stopped it, which the host is to be asked about all the more. */
const isStoppedByHost = sql`(m.want = 'active' and m.host_state = 'disabled'
  and b.status = 'live' and b.hold is null and o.suspended_at is null)`

/**
 * Takes a slice of the domains that are due, the longest first, for one process at a time: by the index of due times
 * alone. Those that run no more are due no more. Of one that news made due, that stays noted until a look has stored them.
 */
export async function claimDue(db: Db, slice: number, customerId?: string): Promise<DueDomain[] | undefined> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    with claimed as (
      update domain_health h set due_at = now() + make_interval(mins => ${claimMinutes}), notes = case
        when ${hasUntakenNewsAs('h')} then notes || jsonb_build_object('newsTakenUp', now()::text) else notes end
      where domain_id in (
        select domain_id from domain_health where due_at <= now() ${customerId ? sql`and customer_id = ${customerId}` : sql``} order by due_at limit ${slice} for update skip locked
      )
      returning *
    )
    select c.domain_id as "domainId", d.name, n.facts, c.memory, c.signals, c.notes, c.bad, c.cause, c.share, c.looked_at::text as "lookedAt",
      t.id as "connectionId", t.kind,
      (select array_agg(lower(m.local_part || '@' || m.name)) from mailboxes m
        join mailbox_links l on l.mailbox_id = m.id and l.connection_id = t.id
        where m.domain_id = d.id and m.want = 'active' and l.want = 'connected' and l.connection = 'connected') as addresses,
      case when t.kind in ${connectedTools} then (select min(l.configured_at)::text from mailboxes m
        join mailbox_links l on l.mailbox_id = m.id where m.domain_id = d.id and l.connection_id = t.id) end as "warmedFrom",
      p.id as "accountId", p.vendor,
      (select array_agg(lower(m.local_part || '@' || m.name)) from mailboxes m
        where m.domain_id = d.id and (m.host_state = 'active' or ${isStoppedByHost})) as "atHost"
    from claimed c
    left join domains d on d.id = c.domain_id and ${isRunningAs('d')}
    left join domain_names n on n.name = d.name
    left join provider_accounts p on p.id = n.provider_account_id
    left join bundles b on b.id = d.bundle_id
    left join customers o on o.id = d.customer_id
    left join tool_connections t on t.id = b.connection_id`)
  if (rows.length === 0) return undefined
  const gone = rows.filter(({ name }) => name === null).map(({ domainId }) => domainId)
  if (gone.length > 0)
    await db.execute(
      sql`update domain_health set due_at = null where domain_id = any(${sql.param(gone)}::text[])`,
    )
  return rows.flatMap(
    ({ name, facts: stored, connectionId, kind, addresses, accountId, vendor, atHost, ...claimed }) => {
      if (name === null) return []
      const facts = factsOf({ facts: stored ?? {} })
      const tool = connectionId && kind ? { connectionId, kind, addresses: addresses ?? [] } : null
      const host = accountId && vendor ? { accountId, vendor, addresses: atHost ?? [] } : null
      const { newsTakenUp = null, ...known } = claimed.notes
      const row = { ...claimed, newsTakenUp, notes: known }
      const notes = withWarmup(row, facts)
      return [{ ...row, name, tool, host, records: mailRecords(facts), notes }]
    },
  )
}

/** Of a domain that was taken over as it stood nobody knows when its warm-up began, and a file warms nothing up. */
function withWarmup(
  { notes: { warmup, ...notes }, warmedFrom }: Pick<Row, 'notes' | 'warmedFrom'>,
  facts: Facts,
) {
  if (warmedFrom === null || facts.takenOver) return notes
  return { ...notes, warmup: warmup ?? { since: new Date(warmedFrom).getTime() } }
}
