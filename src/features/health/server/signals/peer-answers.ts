import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { isRunningAs } from '#delivery/domains/running.ts'
import { healthSignals } from '../../rules/health-signals.ts'
import type { HealthUnit } from './signal-source.ts'

interface Answers {
  sent: number
  replied: number
}

/** What all domains of one connection and one host have together, themselves included. */
export type PeerAnswers = ReadonlyMap<string, Answers>

const keyOf = (connectionId: string, isGoogle: boolean) => `${connectionId} ${isGoogle}`
const countsFrom = (now: number) => now - healthSignals.replies.freshFor

/**
 * What people have answered to the domains that are comparable with these: those of the same customer in the same account
 * of a sending tool and at the same host. Campaigns are not known, and other customers write to other people. Read once for
 * all that are looked at together, when it is asked for first.
 */
export function peerAnswers(
  db: Db,
  units: readonly Pick<HealthUnit, 'tool'>[],
): (now: number) => Promise<PeerAnswers> {
  let read: Promise<PeerAnswers> | undefined
  const connections = [...new Set(units.flatMap(({ tool }) => (tool ? [tool.connectionId] : [])))]
  return (now) => {
    read ??= readPeers(db, connections, now)
    return read
  }
}

interface Row extends Answers, Record<string, unknown> {
  connectionId: string
  isGoogle: boolean
}

async function readPeers(db: Db, connections: readonly string[], now: number): Promise<PeerAnswers> {
  const { rows } = await db.execute<Row>(sql`
    select b.connection_id as "connectionId", d.platform = 'google' as "isGoogle",
      sum((h.notes -> 'answers' ->> 'sent')::int)::float8 as sent,
      sum((h.notes -> 'answers' ->> 'replied')::int)::float8 as replied
    from bundles b
    join domains d on d.bundle_id = b.id and ${isRunningAs('d')}
    join domain_health h on h.domain_id = d.id
    where b.connection_id = any(${sql.param([...connections])}::text[])
      and (h.notes -> 'answers' ->> 'at')::float8 >= ${countsFrom(now)}::float8
    group by b.connection_id, d.platform = 'google'`)
  return new Map(
    rows.map(({ connectionId, isGoogle, sent, replied }) => [
      keyOf(connectionId, isGoogle),
      { sent, replied },
    ]),
  )
}

/** The others' part of it: without what was counted of the domain itself before. */
export function peersOf(
  { tool, host, notes: { answers: own } }: Pick<HealthUnit, 'tool' | 'host' | 'notes'>,
  all: PeerAnswers,
  now: number,
): Answers {
  const of = tool && host ? all.get(keyOf(tool.connectionId, host.vendor === 'google')) : undefined
  if (!of) return { sent: 0, replied: 0 }
  if (!own || own.at < countsFrom(now)) return of
  return { sent: Math.max(0, of.sent - own.sent), replied: Math.max(0, of.replied - own.replied) }
}
