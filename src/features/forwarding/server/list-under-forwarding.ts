import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, domains, orders } from '#base/db/schema/index.ts'

/** An order is listed under the address that all of its running domains lead to; while they differ it stays where it is. */
export async function listUnderForwarding(tx: Db, orderIds: readonly string[]): Promise<void> {
  for (const orderId of orderIds) {
    const urls = await tx
      .selectDistinct({ url: domains.forwardingUrl })
      .from(domains)
      .innerJoin(bundles, eq(bundles.id, domains.bundleId))
      .where(and(eq(bundles.orderId, orderId), eq(domains.want, 'run'), isNull(domains.replacedAt)))
    const [only, ...others] = urls
    if (only && others.length === 0)
      await tx.update(orders).set({ forwardingUrl: only.url }).where(eq(orders.id, orderId))
  }
}
