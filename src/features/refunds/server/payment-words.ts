import { and, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { charges, checkouts } from '#base/db/schema/index.ts'
import type { CheckoutKind } from '#features/ordering/rules/checkout-request.ts'

const purposes: Record<CheckoutKind, string> = {
  order: 'your order',
  reinstate: 'reinstating your order',
  replace: 'replacement domains',
  release: 'resuming your order',
}

/** A payment as its payer knows it: its day, where that is known, and what it was for. */
export async function paymentWords(db: Db, paymentId: string | undefined): Promise<string> {
  if (!paymentId) return 'your payment'
  const [checkout] = await db
    .select({ kind: checkouts.kind, at: checkouts.paidAt })
    .from(checkouts)
    .where(eq(checkouts.paymentIntentId, paymentId))
  const [charge] = await db
    .select({ at: charges.madeAt })
    .from(charges)
    .where(and(eq(charges.paymentIntentId, paymentId), eq(charges.state, 'succeeded')))
  const at = charge?.at ?? checkout?.at
  const day = at ? `${at.toISOString().slice(0, 10)} ` : ''
  return `your ${day}payment for ${checkout ? purposes[checkout.kind] : 'a renewal'}`
}
