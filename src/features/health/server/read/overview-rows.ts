import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { isOutdatedAs } from '#delivery/domains/outdated-health.ts'
import { isRunningAs } from '#delivery/domains/running.ts'
import type { DomainStatus } from '#features/orders/rules/order-status.ts'
import { connectedTools, type SendingToolId } from '#features/tools/rules/sending-tools.ts'
import type { HealthMode } from '../../rules/health-mode.ts'
import type { HealthSignal, SignalCode } from '../../rules/health-signals.ts'
import { type HealthState, healthStateNames } from '../../rules/health-states.ts'
import type { HealthMemory } from '../../rules/memory.ts'
import { successorOf } from './successor.ts'
import { warmedFrom } from './warmed-from.ts'

/** How one delivered domain is. */
export interface Row {
  id: string
  customer_id: string
  domain: string
  group: string
  mode: HealthMode
  state: HealthState
  since: Date
  coverage: number
  cause: SignalCode | null
  /** None of a domain that nothing is wrong with: there are most of those, and nothing is said of what was seen of them. */
  signals: HealthSignal[]
  /** What is remembered of one that is to rest; null for every other. */
  memory: HealthMemory | null
  /** Its account has said something else since. */
  is_outdated: boolean
  /** Since when each source calls it bad. */
  bad: Record<string, number>
  /** What is wrong with it as a number, and whether one signal alone demands that. */
  trouble: number
  gate: boolean
  looked_at: Date | null
  /** It rests or returns: asked of the sending tool, or shown by it; null where nothing is done, and while it is well. */
  acted: 'asked' | 'confirmed' | null
  /** It is not well, and its page offers its customer to rest it. */
  may_rest: boolean
  is_reserve: boolean
  /** When a spare took its place. */
  spent_at: Date | null
  /** Another one was ordered in its place; `is_falling`: that serves there, and this one only receives by and by. */
  is_replaced: boolean
  is_falling: boolean
  /** How far the one is that was ordered; null where none was, or it is not wanted any more. */
  successor: DomainStatus | null
  is_on_hold: boolean
  delivered_at: string | null
  /** Since when all mailboxes of one in the reserve warm up, in epoch ms. */
  warmed_from: number | null
  tool: SendingToolId
}

/** Worse is more. */
const worst = (state: HealthState) => healthStateNames.indexOf(state)

/** Of domains that are well nobody asks what is done about them: there are thousands. */
export const isUnwell = (state: HealthState): boolean => worst(state) >= worst('watch')
const isUnwellAs = sql`h.state in ${healthStateNames.filter(isUnwell)}`

interface Which {
  /** Everybody's without one, by the account that they are at instead of their order. */
  customerId: string | undefined
  /** Of the domain's health, as `h`. */
  where?: SQL
}

/** How delivered domains are, worst first; without those that were taken down since their last look. */
export async function readRows(db: Db, { customerId, where = sql`true` }: Which): Promise<Row[]> {
  const isTheirs: SQL = customerId === undefined ? sql`true` : sql`h.customer_id = ${customerId}`
  const group = customerId === undefined ? sql`coalesce(p.label, 'No account')` : sql`o.forwarding_url`
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select h.domain_id as id, h.customer_id, d.name as domain, ${group} as "group", c.health_mode as mode, h.state, h.since,
      h.coverage, h.cause, h.bad, h.trouble, case when h.state = 'rest' then h.memory end as memory,
      case when h.state = 'healthy' or (h.state = 'warming' and h.cause is null) then '[]' else h.signals end as signals,
      ${isOutdatedAs('h')} as is_outdated, h.gate, h.looked_at,
      case when ${isUnwellAs} then (select case when a.confirmed_at is null then 'asked' else 'confirmed' end from health_acts a
        where a.domain_id = h.domain_id and a.state in ('resting', 'returning')) end as acted,
      ${customerId !== undefined} and ${isUnwellAs} and t.kind in ${connectedTools} and exists (select from health_acts a where a.domain_id = h.domain_id
        and (a.state = 'suggested' or a.asked_since = h.since)) and not o.is_reserve and d.falling_since is null as may_rest,
      o.is_reserve, d.spent_at, d.replaced_at is not null as is_replaced, d.falling_since is not null as is_falling, d.delivered_at, t.kind as tool,
      ${successorOf('d')} as successor, b.hold is not null as is_on_hold,
      case when o.is_reserve then ${warmedFrom(sql`d.id`, sql`b.connection_id`)} end as warmed_from
    from domain_health h
    join domains d on d.id = h.domain_id
    join customers c on c.id = h.customer_id
    join bundles b on b.id = d.bundle_id
    join tool_connections t on t.id = b.connection_id
    join orders o on o.id = b.order_id
    left join domain_names n on n.name = d.name
    left join provider_accounts p on p.id = n.provider_account_id
    where h.due_at is not null and ${isRunningAs('d')} and ${isTheirs} and ${where}`)
  // Moments come as text where a statement is written by hand.
  const read = rows.map((row) => ({
    ...row,
    since: new Date(row.since),
    looked_at: row.looked_at && new Date(row.looked_at),
    spent_at: row.spent_at && new Date(row.spent_at),
  }))
  return read.sort((a, b) => worst(b.state) - worst(a.state) || (a.domain < b.domain ? -1 : 1))
}
