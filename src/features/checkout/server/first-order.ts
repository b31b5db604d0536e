import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { checkouts, customers } from '#base/db/schema/index.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { rivalIds } from './open-pages.ts'
import { hasPaid, promotionRefusal } from './quote-for.ts'

/**
 * Part of the transaction that stores a payment page. One with a code for first orders is refused while another page
 * with a code is open, for anything else: paid one after the other, both would have been the first. Pages for the same
 * thing are ended by this one, so they do not count.
 */
export async function refuseSecondFirst(
  tx: Db,
  { customerId, offer, subjects }: CheckoutRequest,
): Promise<void> {
  if (!offer.promotion?.firstOrderOnly) return
  // One after the other: what is stored, or paid, at the same moment is seen by the one that comes second.
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('no key update')
  if (await hasPaid(tx, customerId)) throw promotionRefusal('firstOrderOnly')
  const others = await tx.$count(
    checkouts,
    and(
      eq(checkouts.customerId, customerId),
      inArray(checkouts.status, ['prepared', 'open']),
      isNotNull(checkouts.promotionCode),
      ne(checkouts.id, sql`all(${rivalIds({ id: '', customerId }, subjects)})`),
    ),
  )
  if (others > 0) throw promotionRefusal('firstOrderOpen')
}
