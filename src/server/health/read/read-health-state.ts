import { and, eq, isNotNull } from 'drizzle-orm'
import type { HealthState } from '#shared/health/health-states.ts'
import type { Db } from '../../db/client.ts'
import { domainHealth } from '../../db/schema/index.ts'

/** How a domain is; null where it is not watched. */
export async function readHealthState(db: Db, domainId: string): Promise<HealthState | null> {
  const [row] = await db
    .select({ state: domainHealth.state })
    .from(domainHealth)
    .where(and(eq(domainHealth.domainId, domainId), isNotNull(domainHealth.dueAt)))
  return row?.state ?? null
}
