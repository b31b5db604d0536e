import { sql } from 'drizzle-orm'
import type { Config } from '#base/config/config.ts'
import type { Db } from '#base/db/client.ts'
import type { HealthSignal } from '../../rules/health-signals.ts'
import { judgeDmarc } from '../../rules/signals/counted.ts'
import { spfOfHost } from '../dmarc/report/host-servers.ts'
import { type HealthUnit, signalOf } from './signal-source.ts'

const dayMs = 24 * 3_600_000
/** Days whose reports are counted together, the newest of them included. */
const countedDays = 4

interface Reported {
  domainId: string
  newest: string
  ours: number
  oursPassed: number
  hijacked: number
  reporters: number
}

/** What receivers have reported of many domains, over the last four days that they have reported of. */
export async function readReports(
  { db, config }: { db: Db; config: Pick<Config, 'dmarc'> },
  units: readonly Pick<HealthUnit, 'domainId'>[],
): Promise<ReadonlyMap<string, Reported>> {
  if (!config.dmarc) return new Map()
  const ids = units.map(({ domainId }) => domainId)
  const { rows } = await db.execute<Reported & Record<string, unknown>>(sql`
    select d.domain_id as "domainId", l.newest::text, sum(d.ours)::float8 as ours,
      sum(d.ours_passed)::float8 as "oursPassed", sum(d.hijacked)::float8 as hijacked,
      count(distinct d.reporter)::int as reporters
    from unnest(${sql.param(ids)}::text[]) as u (id)
    cross join lateral (select max(day) as newest from dmarc_days where domain_id = u.id) as l
    join dmarc_days d on d.domain_id = u.id and d.day > l.newest - ${countedDays}::int
    group by d.domain_id, l.newest`)
  return new Map(rows.map((row) => [row.domainId, row]))
}

/**
 * All that a domain has sent in a week, where that is known: its tool was asked within a day, and has been its only one for
 * the whole week.
 */
function sentInWeek({ notes, tool }: Pick<HealthUnit, 'notes' | 'tool'>, now: number): number | undefined {
  const { inTool, countsAt } = notes
  const isAlone = tool && inTool?.connectionId === tool.connectionId && now - inTool.since >= 7 * dayMs
  return isAlone && countsAt !== undefined && now - countsAt <= dayMs ? notes.sentInWeek : undefined
}

/** What lets nobody send: the version, what only explains, and whatever is answered with a failure or nothing. */
const isHarmless = (term: string) => /^(?:v=spf1|exp=.*|[-~?].*)$/.test(term)

/**
 * Whether its SPF record lets others send than the host that it is at wants, as one may that was taken over: they do not
 * hijack it.
 */
function letsOthersSend({ records, host }: Pick<HealthUnit, 'records' | 'host'>): boolean {
  const wanted = host && spfOfHost(host.vendor === 'microsoft' ? 'azure' : 'google')
  return records
    .filter(({ name, type, content }) => name === '' && type === 'TXT' && /^"?v=spf1\b/i.test(content))
    .flatMap(({ content }) => content.replaceAll('"', '').toLowerCase().trim().split(/\s+/))
    .some((term) => !isHarmless(term) && term.replace(/^\+/, '') !== wanted)
}

/** What a domain's reports say. A day is over at its end, and speaks for the domain from then on. */
export function reportsSeen(
  unit: Pick<HealthUnit, 'records' | 'notes' | 'tool' | 'host'>,
  reported: Reported | undefined,
  now: number,
): HealthSignal[] {
  if (!reported) return []
  const { ours, oursPassed, hijacked, reporters, newest } = reported
  const finding = judgeDmarc({
    messages: ours,
    passed: oursPassed,
    reporters,
    hijacked: letsOthersSend(unit) ? 0 : hijacked,
    sentInWeek: sentInWeek(unit, now),
  })
  return [signalOf('dmarc', 'reports', Math.min(now, Date.parse(newest) + dayMs), finding)]
}
