import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import {
  bundles,
  customers,
  type domainHealth,
  domainNames,
  domains,
  healthActs,
  orders,
  toolConnections,
} from '#base/db/schema/index.ts'
import { isOutdated } from '#delivery/domains/outdated-health.ts'
import type { StepId } from '#delivery/provisioning/step-ids.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { accountMatter, isTakenBack } from '../../rules/account-matter.ts'
import { yoursToDo } from '../../rules/act-words.ts'
import { asksForRest } from '../../rules/acts.ts'
import { stateLines } from '../../rules/health-states.ts'
import type { ActOfDomain } from '../../rules/health-view.ts'
import { accountIsTheMatter, accountWasTheMatter } from '../../rules/health-words.ts'
import { restedForAccountAlone } from '../../rules/next-health.ts'
import { isMailSeenAtRest } from '../../rules/picture.ts'

const step: StepId = 'cold_limit'

type Health = Pick<
  typeof domainHealth.$inferSelect,
  'domainId' | 'state' | 'since' | 'cause' | 'signals' | 'memory' | 'dueAt' | 'notes'
>

/** What its customer may do about the cause, or where that is not theirs, about what follows from it. */
function leftToCustomer({ cause, askedSince }: typeof healthActs.$inferSelect, health: Health): string {
  const { state, memory } = health
  const isBack = !asksForRest(state) && memory !== null && cause !== null
  const wasForAccount = isBack && restedForAccountAlone(memory, askedSince.getTime())
  const matter = wasForAccount ? 'over' : accountMatter(health)
  if (matter === 'over') return `${accountWasTheMatter} it may be returned at once.`
  return matter === 'stands'
    ? accountIsTheMatter
    : yoursToDo(cause, { isOfAccount: false, isLost: state === 'replace' })
}

/** The rest of a domain that is open, or that was answered while what asked for it is still so; and what may be done. */
export async function readAct(db: Db, health: Health): Promise<ActOfDomain | null> {
  const { domainId, state, since, signals } = health
  const [row] = await db
    .select({
      act: healthActs,
      mode: customers.healthMode,
      tool: toolConnections.kind,
      fallingSince: domains.fallingSince,
      isReserve: orders.isReserve,
      problem: sql<
        string | null
      >`case when ${domainNames.step} = ${step} then ${domainNames.problem} ->> 'reason' end`,
    })
    .from(healthActs)
    .innerJoin(customers, eq(customers.id, healthActs.customerId))
    .innerJoin(domains, eq(domains.id, healthActs.domainId))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .leftJoin(domainNames, eq(domainNames.name, domains.name))
    .where(eq(healthActs.domainId, domainId))
    .orderBy(desc(healthActs.suggestedAt))
    .limit(1)
  if (!row) return null
  const { act, mode, tool, problem, fallingSince, isReserve } = row
  const isActing = act.state === 'resting' || act.state === 'returning'
  const isOpen = isActing || act.state === 'suggested'
  // What was replaced falls by itself. What only shows suggests nothing, and what stands in a file is not ours to set: only what is done already is told.
  const isLeaving = fallingSince !== null
  const isAsked = asksForRest(state) && !isTakenBack({ ...health, isOutdated: isOutdated(health) })
  const mayRest = !isLeaving && !isReserve && isAsked && mode !== 'observe' && !isFileTool(tool)
  const isOfNow = isOpen || act.askedSince.getTime() === since.getTime()
  if (!isActing && !(mayRest && isOfNow)) return null
  const earliest = new Date(since.getTime() + stateLines.restAtLeast)
  return {
    state: act.state,
    why: act.why,
    tool,
    by: act.by,
    isJoining: act.state === 'returning' && act.restedAt === null,
    share: act.share,
    since: (act.returningAt ?? act.restedAt ?? act.suggestedAt).toISOString(),
    confirmedAt: act.confirmedAt?.toISOString() ?? null,
    problem: act.confirmedAt ? null : problem,
    yours: leftToCustomer(act, health) || null,
    earliest: isActing && !isLeaving && state === 'rest' ? earliest.toISOString() : null,
    isMailSeen: isMailSeenAtRest(signals, Date.now()),
    may: { rest: mayRest && !isActing, dismiss: act.state === 'suggested', return: isActing && !isLeaving },
  }
}
