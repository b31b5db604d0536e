import { isNull, type SQL, sql } from 'drizzle-orm'
import { displayForwardingUrl } from '#shared/domains/display-forwarding-url.ts'
import type { HealthMode } from '#shared/health/health-mode.ts'
import { type HealthSignal, healthSignals, type SignalCode } from '#shared/health/health-signals.ts'
import { type HealthState, healthStateNames } from '#shared/health/health-states.ts'
import type { HealthOverview, HealthRow } from '#shared/health/health-view.ts'
import { causeText, restsAlready, sourceLabel, suggestion } from '#shared/health/health-words.ts'
import { missingSignals } from '#shared/health/picture.ts'
import { type Blocklist, blocklistLabel, blocklistNames } from '#shared/health/signals/blocklists.ts'
import { connectedTools } from '#shared/tools/sending-tools.ts'
import type { Db } from '../../db/client.ts'
import { healthIncidents } from '../../db/schema/index.ts'
import { readHealthMode } from '../health-mode.ts'
import { daysOf, stripOf } from './strip.ts'

const stripDays = 30
const needsMost = 10
const namesMost = 3

interface Row {
  id: string
  domain: string
  group: string
  mode: HealthMode
  state: HealthState
  since: Date
  score: number
  coverage: number
  cause: SignalCode | null
  signals: HealthSignal[]
  days: number[] | null
  looked_at: Date | null
  /** It rests or returns: asked of the sending tool, or shown by it; null where nothing is done. */
  acted: 'asked' | 'confirmed' | null
  /** Its page offers to rest it, to its customer. */
  may_rest: boolean
}

interface Of {
  /** Lists with a key. */
  watched: readonly Blocklist[]
  /** Everybody's without one. */
  customerId?: string
}

/** How all delivered domains are, or those of one customer; worst first. */
export async function readOverview(db: Db, { watched, customerId }: Of): Promise<HealthOverview> {
  const rows = await readRows(db, customerId)
  const doubted = await db.select().from(healthIncidents).where(isNull(healthIncidents.endedAt))
  const needs = needsOf(rows)
  const looked = rows.flatMap(({ looked_at }) => (looked_at ? [looked_at.getTime()] : []))
  return {
    mode: customerId === undefined ? null : await readHealthMode(db, customerId),
    counts: countsOf(rows),
    needs: needs.slice(0, needsMost),
    moreNeeds: Math.max(0, needs.length - needsMost),
    domains: rows.map(asRow),
    missing: missingOf(rows),
    unwatched: blocklistNames.filter((list) => !watched.includes(list)).map(blocklistLabel),
    doubted: doubted.map(({ source, beganAt }) => ({
      source: sourceLabel(source),
      since: beganAt.toISOString(),
    })),
    lookedAt: looked.length > 0 ? new Date(Math.max(...looked)).toISOString() : null,
  }
}

async function readRows(db: Db, customerId: string | undefined): Promise<Row[]> {
  const isTheirs: SQL = customerId === undefined ? sql`true` : sql`h.customer_id = ${customerId}`
  const group = customerId === undefined ? sql`coalesce(p.label, 'No account')` : sql`o.forwarding_url`
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select h.domain_id as id, d.name as domain, ${group} as "group", c.health_mode as mode, h.state, h.since, h.score,
      h.coverage, h.cause, h.signals, h.looked_at, ${daysOf(stripDays)} as days,
      (select case when a.confirmed_at is null then 'asked' else 'confirmed' end from health_acts a
        where a.domain_id = h.domain_id and a.state in ('resting', 'returning')) as acted,
      ${customerId !== undefined} and t.kind in ${connectedTools} and exists (select from health_acts a where a.domain_id = h.domain_id
        and (a.state = 'suggested' or a.asked_since = h.since)) as may_rest
    from domain_health h
    join domains d on d.id = h.domain_id
    join customers c on c.id = h.customer_id
    join bundles b on b.id = d.bundle_id
    join tool_connections t on t.id = b.connection_id
    join orders o on o.id = b.order_id
    left join domain_names n on n.name = d.name
    left join provider_accounts p on p.id = n.provider_account_id
    where h.due_at is not null and ${isTheirs}`)
  // Moments come as text where a statement is written by hand.
  const read = rows.map((row) => ({
    ...row,
    since: new Date(row.since),
    looked_at: row.looked_at && new Date(row.looked_at),
  }))
  return read.sort((a, b) => worst(b.state) - worst(a.state) || (a.domain < b.domain ? -1 : 1))
}

const worst = (state: HealthState) => healthStateNames.indexOf(state)

const countsOf = (rows: readonly Row[]): HealthOverview['counts'] => {
  const counts = { unknown: 0, warming: 0, healthy: 0, watch: 0, rest: 0, replace: 0 }
  for (const { state } of rows) counts[state]++
  return counts
}

/** What is not seen of one unknown domain or another, what weighs most first. */
function missingOf(rows: readonly Row[]): string[] {
  const now = Date.now()
  const unknown = rows.filter(({ state, looked_at }) => state === 'unknown' && looked_at !== null)
  const missing = new Set(unknown.flatMap(({ signals }) => missingSignals(signals, now)))
  return [...missing]
    .sort((a, b) => healthSignals[b].weight - healthSignals[a].weight)
    .map((code) => healthSignals[code].label)
}

const asRow = (row: Row): HealthRow => ({
  id: row.id,
  domain: row.domain,
  group: displayForwardingUrl(row.group),
  state: row.state,
  since: row.since.toISOString(),
  score: row.score,
  coverage: row.coverage,
  why: row.state === 'healthy' ? '' : causeText(row.state, row.cause, row.signals),
  strip: stripOf(row.days, stripDays),
})

/** What asks for something to be done, one line for what is the same. */
function needsOf(rows: readonly Row[]): HealthOverview['needs'] {
  const asking = rows
    .filter(({ state }) => worst(state) >= worst('watch'))
    .map(({ id, domain, ...row }) => ({
      named: { id, domain },
      line: {
        state: row.state,
        why: causeText(row.state, row.cause, row.signals),
        todo: todoOf(row),
      },
    }))
  return [...Map.groupBy(asking, ({ line }) => JSON.stringify(line)).values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const domains = of.slice(0, namesMost).map(({ named }) => named)
    return [{ ...first.line, count: of.length, domains }]
  })
}

function todoOf({ state, cause, signals, mode, acted, may_rest }: Omit<Row, 'id' | 'domain'>): string | null {
  if (acted) return restsAlready(state, acted === 'confirmed')
  return mode === 'observe' ? null : suggestion(state, cause, signals, may_rest)
}
