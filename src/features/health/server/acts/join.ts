import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { domainHealth, healthActs } from '#base/db/schema/index.ts'
import { joiningShare } from '#features/reserve/rules/spares.ts'
import { type ActBy, overNow } from '../../rules/acts.ts'
import { newHealth } from '../../rules/memory.ts'

/** What is done about a domain's health ends without a word: whoever calls says what becomes of it. */
export async function dropActs(tx: Db, domainIds: readonly string[]): Promise<void> {
  await tx
    .update(healthActs)
    .set({ ...overNow, overAt: sql`now()` })
    .where(
      and(
        inArray(healthActs.domainId, [...domainIds]),
        inArray(healthActs.state, ['suggested', 'resting', 'returning']),
      ),
    )
}

/**
 * A spare begins to send as one that comes back from a rest does: with a quarter of its cold mail, in steps of some days,
 * half of it while it is doubtful. One without a tool that limits it begins with all of it.
 */
export async function joinInSteps(
  tx: Db,
  { domainId, customerId, why, by }: { domainId: string; customerId: string; why: string; by: ActBy },
): Promise<void> {
  const [health] = await tx
    .select({ memory: domainHealth.memory, since: domainHealth.since })
    .from(domainHealth)
    .where(eq(domainHealth.domainId, domainId))
    .for('update')
  const now = Date.now()
  // It was ready, so its first warm-up is over, whatever its tool has counted: one that warms up sends nothing.
  const memory = { ...(health?.memory ?? newHealth(now)), isWarmed: true, returningSince: now }
  const { since } =
    health ??
    (
      await tx
        .insert(domainHealth)
        .values({ domainId, customerId, dueAt: sql`now()` })
        .returning({ since: domainHealth.since })
    )[0] ??
    {}
  await tx
    .update(domainHealth)
    .set({ memory, share: joiningShare })
    .where(eq(domainHealth.domainId, domainId))
  await tx.insert(healthActs).values({
    id: newId('healthAct'),
    domainId,
    customerId,
    state: 'returning',
    share: joiningShare,
    askedSince: since ?? sql`now()`,
    why,
    by,
    returningAt: sql`now()`,
  })
}
