import { sql } from 'drizzle-orm'
import type { ResponseOf } from '#base/api/endpoint.ts'
import type { Db } from '#base/db/client.ts'
import { orderChanges } from '#base/db/schema/index.ts'
import { readDropped } from '#features/checkout/server/lost-payments.ts'
import { readBankPayments } from '#features/checkout/server/read-bank-payments.ts'
import type { listOrders as record } from '../api/orders.ts'
import { cursorOf, readNumber } from './list-orders.ts'
import { readListed } from './read-listed.ts'
import { readRefusedRenewals } from './read-refused-renewals.ts'

/**
 * What has changed in the list since the answer that brought this cursor, in as much time as that takes; undefined when
 * the cursor is none of these, and all orders have to be sent.
 */
export async function listChanges(
  db: Db,
  customerId: string,
  since: string,
): Promise<ResponseOf<typeof record> | undefined> {
  const known = Number(since.split('.').at(-1))
  const { number, hasLost, hasBank } = await readNumber(db, customerId)
  if (since !== cursorOf(customerId, known) || known > number) return undefined
  const [refusedRenewals, dropped, withBank, changed] = await Promise.all([
    readRefusedRenewals(db, customerId),
    hasLost ? readDropped(db, customerId) : [],
    hasBank ? readBankPayments(db, customerId) : [],
    readChanged(db, customerId, known),
  ])
  const listed = changed.length > 0 ? await readListed(db, customerId, changed) : []
  const there = new Set(listed.map(({ orderId }) => orderId))
  const gone = changed.filter((id) => !there.has(id))
  return {
    orders: listed,
    gone,
    refusedRenewals,
    ...(dropped.length > 0 && { dropped }),
    ...(withBank.length > 0 && { withBank }),
    cursor: cursorOf(customerId, number),
  }
}

/** Once something has, also those that are reinstated on one page: each shows how many domains come back with all. */
async function readChanged(db: Db, customerId: string, since: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with changed as (
      select order_id as id from ${orderChanges} where customer_id = ${customerId} and number > ${since}
    )
    select id from changed union
    select b.order_id from checkouts c
      join checkout_items i on i.checkout_id = c.id join bundles b on b.id = i.bundle_id
    where c.customer_id = ${customerId} and c.status in ('prepared', 'open') and c.kind = 'reinstate'
      and exists (select from changed)`)
  return rows.map(({ id }) => id)
}
