import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { isRunningAs } from '#delivery/domains/running.ts'
import type { CustomerOrder } from '../../api/console-customer.ts'
import { onePage, type Page } from './one-page.ts'

/** A page of a customer's orders, the newest first. What was cancelled as a whole is called so. */
export const readOrders = (
  db: Db,
  customerId: string,
  after: string | undefined,
): Promise<Page<CustomerOrder>> =>
  onePage(async (limit) => {
    const { rows } = await db.execute<Omit<CustomerOrder, 'orderedAt'> & { orderedAt: Date }>(sql`
      with page as (
        select * from orders o where o.customer_id = ${customerId}
          ${after === undefined ? sql`` : sql`and (o.created_at, o.id) < (select b.created_at, b.id from orders b where b.id = ${after})`}
        order by o.created_at desc, o.id desc limit ${limit}
      )
      select p.id, p.plan, p.company_name as "companyName", p.created_at as "orderedAt",
        case when p.status = 'active' and g.live = 0 then 'cancelled' else p.status end as status,
        g.groups, g.live as "liveGroups", g.held as "heldGroups",
        (select count(*)::int from bundles b join domains d on d.bundle_id = b.id
          where b.order_id = p.id and ${isRunningAs('d')}) as domains
      from page p cross join lateral (
        select count(*)::int as groups, count(*) filter (where b.status = 'live')::int as live,
          count(*) filter (where b.status = 'live' and b.hold is not null)::int as held
        from bundles b where b.order_id = p.id) g
      order by p.created_at desc, p.id desc`)
    return rows.map((row) => ({ ...row, orderedAt: new Date(row.orderedAt).toISOString() }))
  })
