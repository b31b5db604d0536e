import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { bundles, domains, healthActs, orders } from '#base/db/schema/index.ts'
import type { Queue } from '#base/queue/queue.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { noteListing } from '#delivery/provisioning/drift/note-listing.ts'
import { actingStates } from '../../rules/acts.ts'

/**
 * Somebody may have set other daily limits in a customer's sending tools: those of domains that rest, return or fall, and of spares, are read
 * again, set to what they send now, and what was found stands in their timelines.
 */
export async function lookAtLimits(
  { db, queue }: { db: Db; queue: Queue },
  customerId: string,
): Promise<void> {
  const acting = await db
    .selectDistinct({ name: domains.name })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .leftJoin(
      healthActs,
      and(eq(healthActs.domainId, domains.id), inArray(healthActs.state, [...actingStates])),
    )
    .where(
      and(
        eq(domains.customerId, customerId),
        isRunning,
        or(isNotNull(healthActs.id), isNotNull(domains.fallShare), orders.isReserve),
      ),
    )
  if (acting.length === 0) return
  const changed = acting.map(({ name }) => ({ name, agrees: false }))
  await noteListing({ db, queue }, 'coldLimit', new Date(await databaseNow(db)), changed)
}
