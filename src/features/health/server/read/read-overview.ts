import { isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { healthIncidents } from '#base/db/schema/index.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { columnsOf, type HealthRow } from '../../rules/health-rows.ts'
import { healthSignals, type SignalCode, signalCodes } from '../../rules/health-signals.ts'
import type { HealthOverview, SpareOfDomain } from '../../rules/health-view.ts'
import { causeText, sourceLabel } from '../../rules/health-words.ts'
import { missingSignals } from '../../rules/picture.ts'
import { type Blocklist, blocklistLabel, blocklistNames } from '../../rules/signals/blocklists.ts'
import { readHealthMode } from '../health-mode.ts'
import { needsOf } from './needs.ts'
import { type Row, readRows } from './overview-rows.ts'
import { spareOfDomain } from './spare-of-domain.ts'

/** What is asked of all domains at once: whether anybody sees it. Lists are asked for each by its own key. */
const askedOfAll = signalCodes.filter(
  (code) => code !== 'blocklist' && 'mayBeUnwatched' in healthSignals[code],
)

/**
 * What of it nobody sees, of any delivered domain, or of any of one customer's. Signals are most of what is kept of a
 * domain: where something is seen, as it is as a rule, those of the first few tell so, and no others are read.
 */
async function readUnseen(db: Db, customerId: string | undefined): Promise<SignalCode[]> {
  const isTheirs = customerId === undefined ? sql`true` : sql`h.customer_id = ${customerId}`
  const isAny = (signal: string): SQL => sql`exists (select from domain_health h
    where h.due_at is not null and ${isTheirs} and jsonb_path_exists(h.signals, ${`$[*] ? (${signal})`}::jsonpath))`
  const { rows } = await db.execute<Record<SignalCode, boolean>>(
    sql`select ${sql.join(
      askedOfAll.map((code) => {
        const isOfCode = `@.code == "${code}"`
        return sql`${isAny(isOfCode)} and not ${isAny(`${isOfCode} && @.verdict != "unwatched"`)} as ${sql.identifier(code)}`
      }),
      sql`, `,
    )}`,
  )
  return askedOfAll.filter((code) => rows[0]?.[code])
}

const needsMost = 10

interface Of {
  /** Lists with a key. */
  watched: readonly Blocklist[]
  /** Everybody's without one. */
  customerId?: string
}

/** How all delivered domains are, or those of one customer; worst first. */
export async function readOverview(db: Db, { watched, customerId }: Of): Promise<HealthOverview> {
  const [rows, doubted, mode, unseen] = await Promise.all([
    readRows(db, { customerId }),
    db.select().from(healthIncidents).where(isNull(healthIncidents.endedAt)),
    customerId === undefined ? null : readHealthMode(db, customerId),
    readUnseen(db, customerId),
  ])
  const needs = needsOf(rows)
  const looked = rows.flatMap(({ looked_at }) => (looked_at ? [looked_at.getTime()] : []))
  return {
    mode,
    counts: countsOf(rows),
    needs: needs.slice(0, needsMost),
    moreNeeds: Math.max(0, needs.length - needsMost),
    domains: columnsOf(rows.map(asRow)),
    missing: missingOf(rows),
    // Lists without a key, probes that have shown nothing of any domain, and marks at Gmail that nobody tells us of.
    unwatched: [
      ...blocklistNames.filter((list) => !watched.includes(list)).map(blocklistLabel),
      ...unseen.map((code) => healthSignals[code].label),
    ],
    doubted: doubted.map(({ source, beganAt }) => ({
      source: sourceLabel(source),
      since: beganAt.toISOString(),
    })),
    lookedAt: looked.length > 0 ? new Date(Math.max(...looked)).toISOString() : null,
  }
}

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
  since: row.since.getTime(),
  coverage: row.coverage,
  why: row.state === 'healthy' ? '' : causeText(row.state, row.cause, row.signals),
  spare: spareOf(row),
})

function spareOf({
  is_reserve,
  spent_at,
  delivered_at,
  warmed_from,
  tool,
  state,
}: Row): SpareOfDomain | null {
  if (!is_reserve || delivered_at === null) return null
  const facts = {
    deliveredAt: Date.parse(delivered_at),
    isWarmable: !isFileTool(tool),
    warmedFrom: warmed_from,
    health: state,
  }
  return spareOfDomain(facts, spent_at)
}
