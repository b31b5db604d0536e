import { sql } from 'drizzle-orm'
import { probeLines } from '#shared/health/probes.ts'
import { judgePlacement, type Placement, type ProbeProvider } from '#shared/health/signals/placement.ts'
import type { Db } from '../../db/client.ts'
import type { AccountVendor } from '../../db/schema/index.ts'
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
  newest: number
}

/**
 * Counts the probes of many domains at the hosts that are watched. Those of an hour in which the canary's own lay in junk
 * there, or nobody knows yet where it lies, are left out: what is wrong then is the mailbox or the filter.
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
      const placements = watched.map((vendor) => {
        const row = own.find(({ at }) => at === vendor)
        return [providers[vendor], row ?? none]
      })
      const newest = own.length > 0 ? Math.round(Math.max(...own.map((row) => row.newest))) : null
      return [domainId, { placements: Object.fromEntries(placements), newest }]
    }),
  )
}

const iso = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`

const counted = (db: Db, watched: readonly AccountVendor[], domainIds: readonly string[], now: number) =>
  db.execute<Row & Record<string, unknown>>(sql`
    select p.domain_id as id, p.at,
      count(*) filter (where p.outcome in ('inbox', 'tab', 'junk'))::int as arrived,
      count(*) filter (where p.outcome = 'junk')::int as junk,
      count(*) filter (where p.outcome = 'tab')::int as tab,
      count(*) filter (where p.outcome = 'missing')::int as missing,
      (extract(epoch from max(p.sent_at)) * 1000)::float8 as newest
    from placement_probes p
    where p.domain_id = any(${sql.param([...domainIds])}::text[]) and p.at = any(${sql.param([...watched])}::text[])
      and p.sent_at > ${iso(now - probeLines.countsFor)} and p.sent_at <= ${iso(now - probeLines.countsAfter)}
      and p.outcome <> 'unknown' and not p.is_canary
      and not exists (select from placement_probes c where c.is_canary and c.at = p.at
        and c.sent_at >= date_trunc('hour', p.sent_at, 'UTC')
        and c.sent_at < date_trunc('hour', p.sent_at, 'UTC') + interval '1 hour'
        and (c.outcome is null or c.outcome = 'junk'))
    group by p.domain_id, p.at`)

/** What was counted, as old as the newest probe of it. */
export function placementSeen(of: SeenByProbes | undefined, now: number): Observation['seen'] {
  return [signalOf('placement', 'probes', of?.newest ?? now, judgePlacement(of?.placements ?? {}))]
}
