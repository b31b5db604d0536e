import { eq, sql } from 'drizzle-orm'
import { bundles, customers, orders } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { planNamesOf } from '#features/plans/rules/price-list.ts'
import type { Found } from '../../api/console-find.ts'

/** An order by its id, or by that of one of its groups. */
export async function ordersKnownBy(
  { db, prices }: Pick<Dependencies, 'db' | 'prices'>,
  id: string,
): Promise<Found[]> {
  const rows = await db
    .select({ id: orders.id, plan: orders.plan, customer: customers.name })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      sql`${orders.id} in (select id from ${orders} where id = ${id} union all select order_id from ${bundles} where id = ${id})`,
    )
  const names = planNamesOf(prices.now)
  return rows.map((order) => ({
    kind: 'order',
    title: order.id,
    detail: `${planName(order.plan, names)} · ${order.customer}`,
    ...(order.id !== id && { matched: id }),
    page: { kind: 'order', id: order.id },
  }))
}
