import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { bundles, checkoutItems, type checkouts, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notifyCustomer } from '../../provisioning/events.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'

/** Live bundles that a checkout paid for and that nothing holds yet. What was replaced is paid for by the order. */
export async function bundlesPaidBy(
  db: Db,
  checkout: Pick<typeof checkouts.$inferSelect, 'id' | 'kind'>,
): Promise<string[]> {
  if (checkout.kind === 'replace') return []
  const rows = await db
    .selectDistinct({ id: bundles.id })
    .from(checkoutItems)
    .innerJoin(bundles, eq(bundles.id, checkoutItems.bundleId))
    .where(and(eq(checkoutItems.checkoutId, checkout.id), eq(bundles.status, 'live'), isNull(bundles.hold)))
  return rows.map(({ id }) => id)
}

/** Stops what is not paid for any more, until the operator or a payment settles it. */
export async function holdForRefund(
  { queue }: Pick<Dependencies, 'queue'>,
  tx: Db,
  bundleIds: readonly string[],
): Promise<void> {
  if (bundleIds.length === 0) return
  await tx
    .update(bundles)
    .set({ hold: 'refund', holdSince: sql`now()` as never })
    .where(inArray(bundles.id, [...bundleIds]))
  const held = await tx
    .select({ name: domains.name, customerId: domains.customerId })
    .from(domains)
    .where(and(inArray(domains.bundleId, [...bundleIds]), isNull(domains.releasedAt)))
  await raiseWanted(
    tx,
    queue,
    held.map(({ name }) => name),
  )
  for (const customerId of new Set(held.map((each) => each.customerId))) await notifyCustomer(tx, customerId)
}
