import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { endedAtOnce, pagesWhere, waitsNoLonger } from '#features/checkout/server/without-page.ts'
import { expireOrder } from './expire-order.ts'

/** Expires unpaid orders that have waited too long and have no page to pay on. */
export async function sweepUnpaidOrders(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; customer_id: string }>(
      sql`select id, customer_id from orders o where status = 'awaiting_payment' and ${waitsNoLonger(sql`o.created_at`, sql`o.customer_id`)}
        and not exists ${pagesWhere(sql`c.order_id = o.id`)}
        order by created_at limit ${endedAtOnce} for update skip locked`,
    )
    // What was opened between the reading and the lock is seen now that nobody can open another.
    const { rows: opened } = await tx.execute<{ order_id: string }>(
      sql`select order_id from checkouts c where c.status in ('prepared', 'open', 'paid')
        and order_id = any(${sql.param(rows.map(({ id }) => id))})`,
    )
    const isOpened = new Set(opened.map(({ order_id }) => order_id))
    for (const { id, customer_id } of rows) {
      if (isOpened.has(id)) continue
      await expireOrder(tx, id)
      await notifyCustomer(tx, customer_id)
    }
  })
}
