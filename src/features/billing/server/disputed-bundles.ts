import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { bundleOfItem } from '#base/db/bundle-of-item.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, checkoutItems, checkouts } from '#base/db/schema/index.ts'

/**
 * Bundles, by id, of which a payment is disputed at the bank now: a payment of their subscription or of an earlier one,
 * or a single payment for one of their domains. Looked up from the disputes, of which few are open.
 */
export const bundlesInDispute: SQL = sql`(
  select b.id from disputes d join bundles b on b.subscription_id = d.subscription_id where d.outcome = 'open'
  union select ${bundleOfItem} from disputes d
    join checkouts c on c.id = d.checkout_id or c.subscription_id = d.subscription_id
    join checkout_items i on i.checkout_id = c.id
  where d.outcome = 'open')`

/** Those of the bundles that are among them. */
export async function disputedBundles(db: Db, bundleIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from bundles where id = any(${sql.param([...bundleIds])}) and id in ${bundlesInDispute}`,
  )
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
