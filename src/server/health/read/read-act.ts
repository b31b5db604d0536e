import { desc, eq, sql } from 'drizzle-orm'
import { yoursToDo } from '#shared/health/act-words.ts'
import { asksForRest } from '#shared/health/acts.ts'
import { stateLines } from '#shared/health/health-states.ts'
import type { ActOfDomain } from '#shared/health/health-view.ts'
import type { Db } from '../../db/client.ts'
import {
  bundles,
  type domainHealth,
  domainNames,
  domains,
  healthActs,
  toolConnections,
} from '../../db/schema/index.ts'
import type { StepId } from '../../provisioning/step-rules.ts'

const step: StepId = 'cold_limit'

/** The rest of a domain that is open, or that was answered while what asked for it is still so. */
export async function readAct(
  db: Db,
  { domainId, state, since }: Pick<typeof domainHealth.$inferSelect, 'domainId' | 'state' | 'since'>,
): Promise<ActOfDomain | null> {
  const [row] = await db
    .select({
      act: healthActs,
      tool: toolConnections.kind,
      problem: sql<
        string | null
      >`case when ${domainNames.step} = ${step} then ${domainNames.problem} ->> 'reason' end`,
    })
    .from(healthActs)
    .innerJoin(domains, eq(domains.id, healthActs.domainId))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .leftJoin(domainNames, eq(domainNames.name, domains.name))
    .where(eq(healthActs.domainId, domainId))
    .orderBy(desc(healthActs.suggestedAt))
    .limit(1)
  if (!row) return null
  const { act, tool, problem } = row
  const isActing = act.state === 'resting' || act.state === 'returning'
  const isOpen = isActing || act.state === 'suggested'
  const isAsked = asksForRest(state)
  if (!isOpen && !(isAsked && act.askedSince.getTime() === since.getTime())) return null
  const earliest = new Date(since.getTime() + stateLines.restAtLeast)
  return {
    state: act.state,
    why: act.why,
    tool,
    by: act.by,
    share: act.share,
    since: (act.returningAt ?? act.restedAt ?? act.suggestedAt).toISOString(),
    confirmedAt: act.confirmedAt?.toISOString() ?? null,
    problem: act.confirmedAt ? null : problem,
    yours: yoursToDo(act.cause) || null,
    earliest: isActing && state === 'rest' ? earliest.toISOString() : null,
    may: { rest: isAsked && !isActing, dismiss: act.state === 'suggested', return: isActing },
  }
}
