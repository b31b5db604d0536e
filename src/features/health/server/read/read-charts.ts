import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { type AccountVendor, accountVendors } from '#base/db/schema/index.ts'
import { chartDays } from '../../rules/chart-days.ts'
import type { HealthOfDomain } from '../../rules/health-view.ts'
import { sourceLabel } from '../../rules/health-words.ts'
import { countsInItsHour } from '../placement/canary.ts'

const firstDay = sql`((now() at time zone 'utc')::date - ${chartDays - 1}::int)`
/** A day alone would begin where the session's time zone has it begin. */
const begin = sql`(${firstDay}::timestamp at time zone 'utc')`

type Charts = Pick<HealthOfDomain, 'probes' | 'sending' | 'changed'>
type ProbeRow = Charts['probes'][number]['days'][number] & { at: AccountVendor }

/** What a domain's charts are drawn of, by UTC days, the oldest first. */
export async function readCharts(db: Db, domainId: string): Promise<Charts> {
  const { rows: probes } = await db.execute<ProbeRow & Record<string, unknown>>(sql`
    select p.at, to_char(p.sent_at at time zone 'utc', 'YYYY-MM-DD') as day,
      count(*) filter (where counts and p.outcome = 'inbox')::int as inbox,
      count(*) filter (where counts and p.outcome = 'tab')::int as tab,
      count(*) filter (where counts and p.outcome = 'junk')::int as junk,
      count(*) filter (where counts and p.outcome = 'missing')::int as missing,
      count(*) filter (where not counts or p.outcome is null or p.outcome = 'unknown')::int as unknown
    from placement_probes p, lateral (select ${countsInItsHour} as counts) as canary
    where p.domain_id = ${domainId} and not p.is_canary and p.sent_at >= ${begin}
    group by p.at, day order by day`)
  const { rows: sending } = await db.execute<Charts['sending'][number] & Record<string, unknown>>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, sent, coalesce(bounced, 0) as bounced from health_days
    where domain_id = ${domainId} and sent is not null and day >= ${firstDay} order by day`)
  const { rows: changed } = await db.execute<{ day: string }>(sql`
    select distinct to_char(at at time zone 'utc', 'YYYY-MM-DD') as day from health_decisions
    where domain_id = ${domainId} and "from" <> "to" and at >= ${begin} order by day`)
  return {
    probes: accountVendors.flatMap((at) => {
      const own = probes.filter((row) => row.at === at).map(({ at: _, ...day }) => day)
      return own.length > 0 ? [{ host: sourceLabel(at), days: own }] : []
    }),
    sending,
    changed: changed.map(({ day }) => day),
  }
}
