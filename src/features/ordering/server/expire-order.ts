import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, domains, orders } from '#base/db/schema/index.ts'
import { releaseUnpaid } from '#delivery/domains/release-names.ts'

/** Gives the names of an unpaid order free. Nothing happens to one that was paid. */
export async function expireOrder(tx: Db, orderId: string): Promise<void> {
  const [expired] = await tx
    .update(orders)
    .set({ status: 'expired' })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'awaiting_payment')))
    .returning({ id: orders.id })
  if (!expired) return
  const over = await tx
    .update(bundles)
    .set({ status: 'expired' })
    .where(eq(bundles.orderId, orderId))
    .returning({ id: bundles.id })
  await releaseUnpaid(
    tx,
    inArray(
      domains.bundleId,
      over.map(({ id }) => id),
    ),
  )
}
