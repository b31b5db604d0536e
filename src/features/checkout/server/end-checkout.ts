import { and, eq } from 'drizzle-orm'
import { checkouts } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Checkout } from '#delivery/fulfilment.ts'
import { findSession } from './find-session.ts'
import { syncCheckout } from './sync-checkout.ts'

/**
 * Closes the page of an unpaid checkout, and gives free what was held for it, unless it was paid in the meantime:
 * the payment provider decides. As often as one likes. Returns the checkout as it is then, or as it was when the
 * provider has never heard of it.
 */
export async function endCheckout(
  deps: Dependencies,
  row: Checkout,
): Promise<Pick<Checkout, 'id' | 'status'>> {
  const { payments } = deps.vendors
  const session = row.sessionId ?? (await findSession(payments, row, { purpose: 'waiting' }))?.sessionId
  if (session) {
    await payments.expireCheckout(session, { purpose: 'waiting' })
    return (await syncCheckout(deps, session)) ?? row
  }
  const over = await deps.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(checkouts)
      .set({ status: 'expired' })
      .where(and(eq(checkouts.id, row.id), eq(checkouts.status, 'prepared')))
      .returning()
    if (ended) await deps.fulfilments[ended.kind].expired(tx, ended)
    return ended
  })
  if (over) return over
  // It came to its session meanwhile, or is over.
  const [present] = await deps.db.select().from(checkouts).where(eq(checkouts.id, row.id))
  if (!present || present.status === 'expired' || present.status === 'paid') return present ?? row
  return endCheckout(deps, present)
}
