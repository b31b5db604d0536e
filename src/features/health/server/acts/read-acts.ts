import { isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { healthIncidents } from '#base/db/schema/index.ts'
import { isOutdatedAs } from '#delivery/domains/outdated-health.ts'
import { isRunningAs } from '#delivery/domains/running.ts'
import { connectedTools, isFileTool, type SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { type ActState, asksForRest } from '../../rules/acts.ts'
import { isCauseDoubted } from '../../rules/doubted.ts'
import type { HealthMode } from '../../rules/health-mode.ts'
import type { HealthSignal, SignalCode } from '../../rules/health-signals.ts'
import type { HealthState } from '../../rules/health-states.ts'
import { causeText, decidingSignal, isOfAccount } from '../../rules/health-words.ts'
import type { Incident } from '../../rules/incidents.ts'
import type { HealthMemory } from '../../rules/memory.ts'
import { isMailSeenAtRest } from '../../rules/picture.ts'

/** A domain that should rest, or about which something is done, as it is decided to be now. */
export interface ActDomain {
  domainId: string
  customerId: string
  name: string
  tool: SendingToolId
  /** What is done about its customer's domains. */
  mode: HealthMode
  state: HealthState
  cause: SignalCode | null
  signals: readonly HealthSignal[]
  bad: Readonly<Record<string, number>>
  score: number
  /** Hundredths of its cold mail that it should send. */
  share: number
  memory: HealthMemory | null
  /** Its account has said something else since. */
  isOutdated: boolean
  /** The rest that is open, or was asked for by what is still so (`isOfNow`); null where there is none. */
  act: { id: string; state: ActState; share: number | null; isOfNow: boolean; isJoining: boolean } | null
}

/** One with a rest, open or answered. */
export type WithAct = ActDomain & { act: NonNullable<ActDomain['act']> }

interface Row extends Omit<ActDomain, 'act'> {
  actId: string | null
  actState: ActState | null
  actShare: number | null
  isOfNow: boolean | null
  isJoining: boolean | null
}

/**
 * Those that should rest, and those with an open rest; by the indexes of both. Mailboxes in a file cannot be rested: of
 * them only those are read whose rest is still open, since their order has changed its tool. A spare sends no cold mail
 * anyhow, and what is on its way out after a replacement is left to fall: nothing is done about either.
 */
export async function readActDomains(db: Db, where: SQL = sql`true`): Promise<ActDomain[]> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select h.domain_id as "domainId", h.customer_id as "customerId", d.name, t.kind as tool, c.health_mode as mode, h.state, h.cause, h.signals,
      h.bad, h.score, h.share, h.memory, ${isOutdatedAs('h')} as "isOutdated", a.id as "actId", a.state as "actState", a.share as "actShare",
      a.asked_since = h.since as "isOfNow", a.rested_at is null and a.state = 'returning' as "isJoining"
    from (
      select domain_id from domain_health where state in ('rest', 'replace')
      union select domain_id from health_acts where state in ('suggested', 'resting', 'returning')
    ) asked
    join domain_health h on h.domain_id = asked.domain_id
    join domains d on d.id = h.domain_id and d.falling_since is null and ${isRunningAs('d')}
    join customers c on c.id = h.customer_id
    join bundles b on b.id = d.bundle_id
    join orders o on o.id = b.order_id and not o.is_reserve
    join tool_connections t on t.id = b.connection_id
    left join lateral (
      select id, state, share, asked_since, rested_at from health_acts x where x.domain_id = h.domain_id
        and (x.state in ('suggested', 'resting', 'returning') or x.asked_since = h.since)
      order by x.state in ('suggested', 'resting', 'returning') desc, x.suggested_at desc limit 1
    ) a on true
    where (t.kind in ${connectedTools} or a.state in ('suggested', 'resting', 'returning')) and ${where}
    order by h.customer_id, d.name`)
  return rows.map(({ actId, actState, actShare, isOfNow, isJoining, ...row }) => ({
    ...row,
    act:
      actId && actState
        ? {
            id: actId,
            state: actState,
            share: actShare,
            isOfNow: isOfNow === true,
            isJoining: isJoining === true,
          }
        : null,
  }))
}

/** Sources that are doubted now. */
export async function readIncidents(db: Db): Promise<Incident[]> {
  const open = await db.select().from(healthIncidents).where(isNull(healthIncidents.endedAt))
  return open.map(({ source, beganAt, lastAt }) => ({
    source,
    from: beganAt.getTime(),
    lastAt: lastAt.getTime(),
  }))
}

/** Whether it may be rested: it should, what its mailboxes send is ours to set, and its customer is suggested things. */
export const mayRest = ({ state, tool, mode }: ActDomain): boolean =>
  asksForRest(state) && !isFileTool(tool) && mode !== 'observe'

/** Whether it should rest by the word of a source that is not doubted. */
export const isAsking = (domain: ActDomain, incidents: readonly Incident[]): boolean =>
  asksForRest(domain.state) && !isCauseDoubted(domain, incidents)

/** What the timeline says of its cause. */
export const wordsOf = ({ state, cause, signals, tool }: ActDomain) => ({
  cause,
  isOfAccount: isOfAccount(signals, cause),
  why: decidingSignal(signals, cause)?.evidence ?? `${causeText(state, cause, signals).replace(/\.$/, '')}.`,
  isLost: state === 'replace',
  isMailSeen: isMailSeenAtRest(signals, Date.now()),
  tool,
})
