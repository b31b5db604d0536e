import { and, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, checkoutItems, type checkouts } from '#base/db/schema/index.ts'

/**
 * Live bundles that a checkout pays for: one that came back is paid for by its reinstatement, and what was replaced by
 * the order.
 */
export async function bundlesPaidBy(
  db: Db,
  { id, kind, subscriptionId }: Pick<typeof checkouts.$inferSelect, 'id' | 'kind' | 'subscriptionId'>,
): Promise<string[]> {
  if (kind === 'replace' || !subscriptionId) return []
  const rows = await db
    .selectDistinct({ id: bundles.id })
    .from(checkoutItems)
    .innerJoin(bundles, eq(bundles.id, checkoutItems.bundleId))
    .where(
      and(
        eq(checkoutItems.checkoutId, id),
        eq(bundles.status, 'live'),
        eq(bundles.subscriptionId, subscriptionId),
      ),
    )
  return rows.map((row) => row.id)
}
