import { and, eq, isNotNull } from 'drizzle-orm'
import type { HealthState } from '#shared/health/health-states.ts'
import type { Db } from '../../db/client.ts'
import { domainHealth, domains } from '../../db/schema/index.ts'
import { isRunning } from '../../domains/running.ts'

/** How a domain is; null where it is not watched. */
export async function readHealthState(db: Db, domainId: string): Promise<HealthState | null> {
  const [row] = await db
    .select({ state: domainHealth.state })
    .from(domainHealth)
    .innerJoin(domains, eq(domains.id, domainHealth.domainId))
    .where(and(eq(domainHealth.domainId, domainId), isNotNull(domainHealth.dueAt), isRunning))
  return row?.state ?? null
}
