import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { AccountVendor } from '#base/db/schema/index.ts'
import type { HealthSignal } from '../../rules/health-signals.ts'
import { probeLines, probesSource } from '../../rules/probes.ts'
import { judgePlacement, type Placement, type ProbeProvider } from '../../rules/signals/placement.ts'
import { countsInItsHour } from '../placement/canary.ts'
import type { Seeds } from '../placement/seeds.ts'
import { type Observation, signalOf } from './signal-source.ts'

/** What the probes of a domain have shown. */
export interface SeenByProbes {
  placements: Partial<Record<ProbeProvider, Placement>>
  /** When the newest of them was sent, in epoch ms; null where none counts. */
  newest: number | null
}

const providers: Record<AccountVendor, ProbeProvider> = { microsoft: 'Microsoft', google: 'Google' }

interface Row {
  id: string
  at: AccountVendor
  arrived: number
  junk: number
  tab: number
  missing: number
  refused: number
  void: number
  newest: number | null
}

/**
 * Counts the probes of many domains at the hosts that are watched. Those of an hour in which the canary's own lay in junk
 * there say nothing.
 */
export async function countProbes(
  db: Db,
  seeds: Seeds,
  domainIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, SeenByProbes>> {
  const watched = [...seeds.keys()]
  const { rows } = watched.length > 0 ? await counted(db, watched, domainIds, now) : { rows: [] }
  const none: Placement = { arrived: 0, junk: 0 }
  return new Map(
    domainIds.map((domainId) => {
      const own = rows.filter(({ id }) => id === domainId)
      // A host to which it has sent nothing yet, since its mailboxes are new or cannot be read, is not asked for a word.
      const there =
        own.length > 0 ? own.map((row) => [row.at, row] as const) : watched.map((at) => [at, none] as const)
      const placements = Object.fromEntries(there.map(([at, counts]) => [providers[at], counts]))
      const times = own.flatMap(({ newest }) => newest ?? [])
      return [domainId, { placements, newest: times.length > 0 ? Math.round(Math.max(...times)) : null }]
    }),
  )
}

const iso = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`

const counted = (db: Db, watched: readonly AccountVendor[], domainIds: readonly string[], now: number) =>
  db.execute<Row & Record<string, unknown>>(sql`
    select p.domain_id as id, p.at,
      count(*) filter (where counts and p.outcome in ('inbox', 'tab', 'junk'))::int as arrived,
      count(*) filter (where counts and p.outcome = 'junk')::int as junk,
      count(*) filter (where counts and p.outcome = 'tab')::int as tab,
      count(*) filter (where counts and p.outcome = 'missing')::int as missing,
      count(*) filter (where p.outcome = 'unknown' and not p.is_accepted)::int as refused,
      count(*) filter (where p.outcome is null or (p.outcome = 'unknown' and p.is_accepted)
        or (p.outcome <> 'unknown' and not counts))::int as void,
      (extract(epoch from max(p.sent_at) filter (where counts and p.outcome <> 'unknown')) * 1000)::float8 as newest
    from placement_probes p, lateral (select ${countsInItsHour} as counts) as canary
    where p.domain_id = any(${sql.param([...domainIds])}::text[]) and p.at = any(${sql.param([...watched])}::text[])
      and p.sent_at > ${iso(now - probeLines.countsAfter - probeLines.countsFor)}
      and p.sent_at <= ${iso(now - probeLines.countsAfter)} and not p.is_canary
    group by p.domain_id, p.at`)

/** Whether a signal of where probes arrive says something that stays while too little is seen. */
const isWord = ({ code, verdict }: HealthSignal): boolean =>
  code === 'placement' && verdict !== 'unknown' && verdict !== 'unwatched'

/** What was counted, as old as the newest probe of it. */
export function placementSeen(
  of: SeenByProbes | undefined,
  before: readonly HealthSignal[],
  now: number,
): Observation['seen'] {
  const finding = judgePlacement(of?.placements ?? {}, before.some(isWord))
  return [signalOf('placement', probesSource, of?.newest ?? now, finding)]
}
