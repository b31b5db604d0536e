import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { owingOrders } from '#features/billing/rules/owed-words.ts'
import { readUnpaid } from '#features/checkout/server/unpaid-by-group.ts'
import type { RefusedRenewal } from '../api/orders.ts'
import { domainStatuses, standsStill } from '../rules/order-status.ts'

/** The rule of `orderNeedsAttention` for one domain, as a condition on the row `d`. */
const domainNeedsAttention: SQL = sql`(d.status = any(${sql.param(domainStatuses.filter(standsStill))})
  or d.status = 'done' and d.changing ->> 'why' = 'failed')`

/**
 * The first orders of a customer's list as it is sorted where nobody has chosen otherwise: those that need attention
 * before the others, each the newest first.
 * @param owing what is owed, for whatever orders
 * @returns their ids
 */
export async function readInView(
  db: Db,
  customerId: string,
  count: number,
  owing: readonly RefusedRenewal[],
): Promise<string[]> {
  const unpaid = [...(await readUnpaid(db, customerId)).keys()]
  const { rows } = await db.execute<{ id: string }>(sql`
    with needs_attention as (
      select order_id as id from bundles
        where customer_id = ${customerId} and (status = 'live' and hold is not null or id = any(${sql.param(unpaid)}))
      union select unnest(${sql.param([...owingOrders(owing)])}::text[])
      union select b.order_id from domains d join bundles b on b.id = d.bundle_id
        where d.customer_id = ${customerId} and d.want <> 'hold' and ${domainNeedsAttention}
    )
    select o.id from orders o left join needs_attention n on n.id = o.id
    where o.customer_id = ${customerId} and o.status = 'active' and exists (
      select from bundles b join domains d on d.bundle_id = b.id where b.order_id = o.id and d.want <> 'hold')
    order by n.id is null, o.created_at desc, o.id desc
    limit ${count}`)
  return rows.map(({ id }) => id)
}
