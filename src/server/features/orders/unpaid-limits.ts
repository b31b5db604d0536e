import { eq, sql } from 'drizzle-orm'
import { heldNamesMax, unpaidOrdersMax } from '#shared/catalog.ts'
import { unpaidMessages } from '#shared/unpaid.ts'
import type { Db } from '../../db/client.ts'
import { customers } from '../../db/schema/index.ts'
import { conflict } from '../../http/refusal.ts'

/**
 * Refuses what makes a customer's unpaid orders or names too many, by undoing the transaction that has just written
 * it. The customer's row is locked, so that of requests sent together the last ones count the first.
 */
export async function refuseTooManyUnpaid(tx: Db, customerId: string): Promise<void> {
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('no key update')
  // In a statement of its own: it sees what was written while the lock was waited for.
  const { rows } = await tx.execute<{ orders: number; names: number }>(sql`
    select
      (select count(*)::int from orders where customer_id = ${customerId} and status = 'awaiting_payment') as orders,
      (select count(*)::int from domains d join bundles b on b.id = d.bundle_id
        where d.customer_id = ${customerId} and (
          d.want = 'hold' and (b.status = 'awaiting_payment' or d.released_at is null)
          or d.want = 'retire' and b.status = 'cancelled' and b.reinstate_wish is not null)) as names`)
  const [counted] = rows
  if (!counted) return
  if (counted.orders > unpaidOrdersMax) throw conflict(unpaidMessages.tooManyOrders)
  if (counted.names > heldNamesMax) throw conflict(unpaidMessages.tooManyNames)
}
