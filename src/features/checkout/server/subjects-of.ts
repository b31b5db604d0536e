import { eq, type SQL, sql } from 'drizzle-orm'
import { bundleOfItem } from '#base/db/bundle-of-item.ts'
import type { Db } from '#base/db/client.ts'
import { checkouts } from '#base/db/schema/index.ts'

/** The bundles that a payment was for, by id, as the entries of an order's activity name it. */
export async function subjectsOf(
  tx: Db,
  { id }: Pick<typeof checkouts.$inferSelect, 'id'>,
): Promise<string[]> {
  const [row] = await tx.select({ subjects: subjectsOfRow }).from(checkouts).where(eq(checkouts.id, id))
  return row?.subjects ?? []
}

/** The same in a statement over `checkouts`. */
export const subjectsOfRow: SQL<string[]> = sql`array(
  select distinct b.id from checkout_items i join bundles b on b.id = ${bundleOfItem}
  where i.checkout_id = checkouts.id)`
