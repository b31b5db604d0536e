import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { type Platform, platforms } from '#features/plans/rules/catalog.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'

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

/** A browser's sign-in with all that comes before and after it; in a tenant there is one at a time. */
const signInMs = 20_000

/**
 * How long it takes to connect a group's mailboxes to a tool, in milliseconds. Its domains are connected beside each
 * other, so it is what one of them takes by the latest measured ones; with too few of these, what the sign-ins to the
 * fullest of its accounts take one after the other.
 */
export async function expectedMove(db: Db, bundleId: string, tool: SendingToolId): Promise<number> {
  const { rows } = await db.execute<{ ms: number | null; signIns: number | null }>(sql`
    select
      (select percentile_cont(0.8) within group (order by ms) from (
        select extract(epoch from e.at - (e.data ->> 'since')::timestamptz)::float8 * 1000 as ms
        from (
          select d.id from domains d
          join bundles b on b.id = d.bundle_id join tool_connections c on c.id = b.connection_id
          where c.kind = ${tool} and d.delivered_at is not null
            and d.platform in (select platform from domains where bundle_id = ${bundleId})
          order by d.delivered_at desc limit ${latest}
        ) d
        cross join lateral (
          select at, data from domain_events
          where domain_id = d.id and kind = 'tool' and data ? 'since' order by id desc limit 1
        ) e
      ) measured having count(*) >= ${fewest}) as ms,
      (select max(count) from (
        select count(*)::int as count from mailboxes m
        join domains d on d.id = m.domain_id join domain_names n on n.name = m.name
        where d.bundle_id = ${bundleId} and m.want = 'active' group by n.provider_account_id
      ) accounts) as "signIns"`)
  const { ms, signIns } = rows[0] ?? {}
  return ms ?? (signIns ?? 0) * signInMs
}
