import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, customers } from '#base/db/schema/index.ts'

interface HeldGroup extends Pick<typeof bundles.$inferSelect, 'id' | 'orderId' | 'hold' | 'holdSince'> {
  /** Since when nothing is billed since its customer is suspended. */
  suspendedSince: Date | null
}

/** Groups on hold, or unbilled since their customer is suspended, the longest first. */
export const heldGroups = (db: Db): Promise<HeldGroup[]> =>
  db
    .select({
      id: bundles.id,
      orderId: bundles.orderId,
      hold: bundles.hold,
      holdSince: bundles.holdSince,
      suspendedSince: customers.billingStoppedAt,
    })
    .from(bundles)
    .innerJoin(customers, eq(customers.id, bundles.customerId))
    .where(
      and(eq(bundles.status, 'live'), or(isNotNull(bundles.hold), isNotNull(customers.billingStoppedAt))),
    )
    .orderBy(sql`least(${bundles.holdSince}, ${customers.billingStoppedAt})`, asc(bundles.id))
