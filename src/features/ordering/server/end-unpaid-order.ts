import { and, eq, inArray } from 'drizzle-orm'
import { checkouts } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { endCheckout } from '#features/checkout/server/end-checkout.ts'
import { withBankStill } from '#features/checkout/server/end-rivals.ts'
import { expireOrder } from './expire-order.ts'

/** Closes the payment pages of an unpaid order and gives its names free, unless it was paid in the meantime. */
export async function endUnpaidOrder(deps: Dependencies, orderId: string): Promise<'ended' | 'paid'> {
  const attempts = await deps.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.orderId, orderId), inArray(checkouts.status, ['prepared', 'open'])))
  for (const attempt of attempts) {
    const { status } = await endCheckout(deps, attempt)
    if (status === 'paid') return 'paid'
    // A page that is complete cannot be closed: names stay held for what may arrive.
    if (status !== 'expired') throw withBankStill()
  }
  await deps.db.transaction((tx) => expireOrder(tx, orderId))
  return 'ended'
}
