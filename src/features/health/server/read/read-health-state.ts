import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainHealth, domains } from '#base/db/schema/index.ts'
import { isRunning } from '#delivery/domains/running.ts'
import type { HealthState } from '../../rules/health-states.ts'

/** How a domain is; null where it is not watched. */
export async function readHealthState(db: Db, domainId: string): Promise<HealthState | null> {
  const [row] = await db
    .select({ state: domainHealth.state })
    .from(domainHealth)
    .innerJoin(domains, eq(domains.id, domainHealth.domainId))
    .where(and(eq(domainHealth.domainId, domainId), isNotNull(domainHealth.dueAt), isRunning))
  return row?.state ?? null
}
