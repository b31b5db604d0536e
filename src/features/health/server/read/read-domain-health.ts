import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import {
  bundles,
  customers,
  domainHealth,
  domains,
  healthDecisions,
  orders,
  toolConnections,
} from '#base/db/schema/index.ts'
import { hasFallingBeforeAs, isLeavingAs } from '#delivery/domains/running.ts'
import { domainTypeOf } from '#features/names/rules/domain-type.ts'
import type { DomainStatus } from '#features/orders/rules/order-status.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { accountMatter } from '../../rules/account-matter.ts'
import type { HealthMode } from '../../rules/health-mode.ts'
import { healthSignals, isFresh } from '../../rules/health-signals.ts'
import { healthStates } from '../../rules/health-states.ts'
import type { HealthOfDomain } from '../../rules/health-view.ts'
import { causeText, healthSentence, sourceLabel, suggestion } from '../../rules/health-words.ts'
import { missingSignals } from '../../rules/picture.ts'
import { placeTodo } from '../../rules/place-todo.ts'
import { readAct } from './read-act.ts'
import { readCharts } from './read-charts.ts'
import { spareOfDomain } from './spare-of-domain.ts'
import { daysOf, stripOf } from './strip.ts'
import { successorOf } from './successor.ts'
import { warmedFrom } from './warmed-from.ts'

const days = 90
const decisionsMost = 30

/** Everything seen of one domain; undefined where it is not watched, or is another customer's. */
export async function readDomainHealth(
  db: Db,
  domainId: string,
  customerId?: string,
): Promise<HealthOfDomain | undefined> {
  const [row] = await db
    .select({
      health: domainHealth,
      domain: domains.name,
      platform: domains.platform,
      groupId: domains.bundleId,
      mode: customers.healthMode,
      isReserve: orders.isReserve,
      spentAt: domains.spentAt,
      deliveredAt: domains.deliveredAt,
      isReplaced: sql<boolean>`${domains.replacedAt} is not null`,
      isFalling: sql<boolean>`${domains.fallingSince} is not null`,
      successor: successorOf('domains'),
      isOnHold: sql<boolean>`${bundles.hold} is not null`,
      isHeldPlace: sql<boolean>`(${isLeavingAs('domains')} or ${hasFallingBeforeAs('domains')})`,
      warmedFrom: warmedFrom(domains.id, bundles.connectionId),
      tool: toolConnections.kind,
    })
    .from(domainHealth)
    .innerJoin(domains, eq(domains.id, domainHealth.domainId))
    .innerJoin(customers, eq(customers.id, domainHealth.customerId))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .where(eq(domainHealth.domainId, domainId))
  if (!row || (customerId !== undefined && row.health.customerId !== customerId)) return undefined
  const { health, domain, isReserve, spentAt, tool, groupId } = row
  const deliveredAt = row.deliveredAt?.getTime()
  const { state, cause, signals } = health
  const now = Date.now()
  const act = await readAct(db, health)
  return {
    id: domainId,
    domain,
    domainType: domainTypeOf[row.platform],
    groupId,
    state,
    since: health.since.toISOString(),
    sentence: healthSentence(state, cause, signals),
    todo: todoOf(row, act !== null),
    takesSpare: !isReserve && deliveredAt !== undefined && !row.isHeldPlace,
    spare:
      isReserve && deliveredAt !== undefined
        ? spareOfDomain(
            { deliveredAt, isWarmable: !isFileTool(tool), warmedFrom: row.warmedFrom, health: state },
            spentAt,
          )
        : null,
    act,
    score: health.score,
    coverage: health.coverage,
    lookedAt: health.lookedAt?.toISOString() ?? null,
    days: await readDays(db, domainId),
    lastDay: new Date(now).toISOString().slice(0, 10),
    ...(await readCharts(db, domainId)),
    signals: signals
      .toSorted((a, b) => b.points - a.points || healthSignals[b.code].weight - healthSignals[a.code].weight)
      .map((signal) => ({
        label: healthSignals[signal.code].label,
        source: sourceLabel(signal.source),
        verdict: signal.verdict,
        points: signal.points,
        evidence: signal.evidence,
        observedAt: new Date(signal.observedAt).toISOString(),
        isFresh: isFresh(signal, now),
      })),
    missing: missingSignals(signals, now).map((code) => healthSignals[code].label),
    decisions: await readDecisions(db, domainId),
  }
}

interface Asking {
  health: Pick<typeof domainHealth.$inferSelect, 'state' | 'cause' | 'signals' | 'memory'>
  mode: HealthMode
  isReserve: boolean
  spentAt: Date | null
  isReplaced: boolean
  isFalling: boolean
  successor: DomainStatus | null
  isOnHold: boolean
}

/** What is left to its owner, beside what can be done on its page. */
function todoOf(
  { health, mode, spentAt, isReplaced, isFalling, successor, ...place }: Asking,
  hasAct: boolean,
): string | null {
  const byPlace = placeTodo(health.state, {
    ...place,
    isSpent: spentAt !== null,
    leaving: isReplaced ? { isFalling, successor } : null,
  })
  if (byPlace !== undefined) return byPlace
  return mode === 'observe' || hasAct
    ? null
    : suggestion({ ...health, account: accountMatter(health) }, false)
}

async function readDays(db: Db, domainId: string): Promise<string> {
  const { rows } = await db.execute<{ days: string | null }>(
    sql`select ${daysOf(days)} as days from domain_health h where h.domain_id = ${domainId}`,
  )
  return stripOf(rows[0]?.days ?? null, days)
}

/** What was decided, newest first; a change of its volume alone is told with the state it is in. */
async function readDecisions(db: Db, domainId: string): Promise<HealthOfDomain['decisions']> {
  const rows = await db
    .select()
    .from(healthDecisions)
    .where(eq(healthDecisions.domainId, domainId))
    .orderBy(desc(healthDecisions.id))
    .limit(decisionsMost)
  return rows.map(({ at, from, to, cause, inputs }) => ({
    at: at.toISOString(),
    from,
    to,
    why: cause === null ? healthStates[to].about : causeText(to, cause, inputs.signals),
  }))
}
