import type { ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import { brotliOf } from '../src/server/http/brotli.ts'
import { domainTypeOf } from '../src/shared/domain-type.ts'

/**
 * The list of orders as the database writes it when nothing else is asked of it: no tag to answer 304 by, no
 * summary, no moment of the last change. The answer is compressed as the product's is.
 */
const statement = `
select coalesce(json_agg(o.item order by o.created_at desc, o.id desc), '[]')::text as orders from (
  select orders.id, orders.created_at, json_build_object(
    'orderId', orders.id,
    'forwardingDomain', orders.forwarding_url,
    'date', coalesce(orders.paid_at, orders.created_at),
    'groups', (select json_agg(json_build_object(
      'groupId', bundles.id, 'orderIndex', order_index, 'plan', bundles.plan, 'live', bundles.status = 'live',
      'hold', hold, 'tool', tool_connections.kind) order by order_index)
      from bundles join tool_connections on tool_connections.id = bundles.connection_id
      where bundles.order_id = orders.id),
    'domains', (select json_agg(json_build_object(
      'domain', name, 'domainType', case platform when 'azure' then '${domainTypeOf.azure}' else '${domainTypeOf.google}' end,
      'status', domains.status, 'groupId', bundle_id, 'inboxes', inboxes) order by order_index, slot)
      from domains join bundles on bundles.id = domains.bundle_id where bundles.order_id = orders.id)
  ) as item
  from orders where customer_id = $1 and status = 'active'
) o`

export async function answerOrders(pool: Pool, customerId: string, response: ServerResponse): Promise<void> {
  const { rows } = await pool.query<{ orders: string }>({
    name: 'orders',
    text: statement,
    values: [customerId],
  })
  const body = await brotliOf(`{"orders":${rows[0]?.orders}}`)
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' }).end(body)
}
