import { sql } from 'drizzle-orm'
import { type Platform, platforms } from '#shared/plans/catalog.ts'
import type { Db } from '../../db/client.ts'

/** Runs looked at, the latest ones; and as few as still say something. */
const latest = 50
const fewest = 5

/**
 * How long setting up a domain takes, in milliseconds: the 80th percentile of the latest measured runs of a
 * platform, of all customers. A platform with too few of them is left out: no promise is better than a guess.
 */
export async function expectedRuns(db: Db): Promise<Partial<Record<Platform, number>>> {
  const { rows } = await db.execute<{ platform: Platform; seconds: number }>(sql`
    select p.platform, percentile_cont(0.8) within group (order by r.seconds) as seconds
    from unnest(${sql.param([...platforms])}::text[]) as p(platform)
    cross join lateral (
      select extract(epoch from delivered_at - setup_started_at)::float8 as seconds
      from domains
      where platform = p.platform and delivered_at is not null and setup_started_at is not null
      order by delivered_at desc limit ${latest}
    ) r
    group by p.platform having count(*) >= ${fewest}`)
  return Object.fromEntries(rows.map(({ platform, seconds }) => [platform, seconds * 1000]))
}

/** When a run is expected to end; undefined when it should have ended already, which nobody needs to read. */
export function expectedEnd(startedAt: Date | null, runMs: number | undefined, now: Date): Date | undefined {
  if (runMs === undefined) return undefined
  const end = new Date((startedAt ?? now).getTime() + runMs)
  return end > now ? end : undefined
}
