import type { Pool } from 'pg'
import type { UnpaidPayment } from '#shared/api/orders.ts'

/**
 * What of a customer's groups waits to be paid with an open page, one row (`bundle_id`, `unpaid` as JSON text, see
 * `unpaidPayment`) for each group. `customer` is SQL for the customer's id.
 */
export const unpaidByGroup = (customer: string): string => `
  select distinct on (bundle_id) bundle_id, json_build_object(
    'checkoutId', id, 'kind', kind, 'cents', amount_cents, 'url', url,
    'until', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'),
    'domains', case kind when 'replace' then (select count(*) from checkout_items o where o.checkout_id = waiting.id)
      else (select count(*) from domains o where o.want = 'retire' and o.replaced_at is null and o.bundle_id in (
        select r.bundle_id from checkout_items r where r.checkout_id = waiting.id)) end)::text as unpaid
  from (
    select c.*, coalesce(i.bundle_id, d.bundle_id) as bundle_id
    from checkouts c join checkout_items i on i.checkout_id = c.id left join domains d on d.id = i.domain_id
    where c.customer_id = ${customer} and c.status in ('prepared', 'open') and c.kind in ('replace', 'reinstate')
  ) waiting
  order by bundle_id, created_at desc`

/** What of one group waits to be paid. */
export async function readUnpaid(
  pool: Pool,
  customerId: string,
  groupId: string,
): Promise<UnpaidPayment | undefined> {
  const { rows } = await pool.query<{ unpaid: string }>(
    `select unpaid from (${unpaidByGroup('$1')}) each where bundle_id = $2`,
    [customerId, groupId],
  )
  return rows[0] && (JSON.parse(rows[0].unpaid) as UnpaidPayment)
}
