import { and, eq, ne, sql } from 'drizzle-orm'
import { bundleOfItem } from '../../db/bundle-of-item.ts'
import type { Db } from '../../db/client.ts'
import { bundles, checkoutItems, checkouts } from '../../db/schema/index.ts'

/**
 * Those of the bundles, by id, of which a payment is disputed at the bank now: a payment of their subscription or of an
 * earlier one, or a single payment for one of their domains.
 */
export async function disputedBundles(db: Db, bundleIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from bundles b where b.id = any(${sql.param([...bundleIds])}) and exists (
      select from disputes d where d.outcome = 'open' and (d.subscription_id = b.subscription_id or exists (
        select from checkout_items i join checkouts c on c.id = i.checkout_id
        where b.id = ${bundleOfItem}
          and (d.checkout_id = c.id or d.subscription_id = c.subscription_id))))`)
  return new Set(rows.map(({ id }) => id))
}

/** Live bundles that a subscription paid for before they moved to the one that they are billed under now. */
export const movedFrom = (tx: Db, subscriptionId: string) =>
  tx
    .selectDistinct({ id: bundles.id, subscriptionId: bundles.subscriptionId })
    .from(checkoutItems)
    .innerJoin(checkouts, eq(checkouts.id, checkoutItems.checkoutId))
    .innerJoin(bundles, eq(bundles.id, checkoutItems.bundleId))
    .where(
      and(
        eq(checkouts.subscriptionId, subscriptionId),
        ne(bundles.subscriptionId, subscriptionId),
        eq(bundles.status, 'live'),
      ),
    )
