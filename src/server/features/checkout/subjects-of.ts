import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { bundles, checkoutItems, type checkouts, domains } from '../../db/schema/index.ts'

/** What a payment was for, as the entries of an order's activity name it: the bundles, and those of its domains. */
export async function subjectsOf(
  tx: Db,
  { id }: Pick<typeof checkouts.$inferSelect, 'id'>,
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: bundles.id })
    .from(checkoutItems)
    .leftJoin(domains, eq(domains.id, checkoutItems.domainId))
    .innerJoin(bundles, eq(bundles.id, sql`coalesce(${checkoutItems.bundleId}, ${domains.bundleId})`))
    .where(eq(checkoutItems.checkoutId, id))
  return rows.map((row) => row.id)
}
