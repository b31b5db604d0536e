import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { checkouts } from '../../db/schema/index.ts'

/** What a payment was for, as the entries of an order's activity name it: the bundles, and those of its domains. */
export async function subjectsOf(
  tx: Db,
  { id }: Pick<typeof checkouts.$inferSelect, 'id'>,
): Promise<string[]> {
  const [row] = await tx.select({ subjects: subjectsOfRow }).from(checkouts).where(eq(checkouts.id, id))
  return row?.subjects ?? []
}

/** The same in a statement over `checkouts`. */
export const subjectsOfRow: SQL<string[]> = sql`array(
  select distinct b.id from checkout_items i left join domains d on d.id = i.domain_id
    join bundles b on b.id = coalesce(i.bundle_id, d.bundle_id)
  where i.checkout_id = checkouts.id)`
