import { and, eq, inArray } from 'drizzle-orm'
import { checkouts } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { endCheckout } from '../checkout/end-checkout.ts'
import { expireOrder } from './expire-order.ts'

/** Closes the payment pages of an unpaid order and gives its names free, unless it was paid in the meantime. */
export async function endUnpaidOrder(deps: Dependencies, orderId: string): Promise<'ended' | 'paid'> {
  const attempts = await deps.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.orderId, orderId), inArray(checkouts.status, ['prepared', 'open'])))
  for (const attempt of attempts) if ((await endCheckout(deps, attempt)).status === 'paid') return 'paid'
  await deps.db.transaction((tx) => expireOrder(tx, orderId))
  return 'ended'
}
