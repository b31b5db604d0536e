import { and, eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { checkouts } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { endCheckout } from './end-checkout.ts'
import { withBankStill } from './end-rivals.ts'
import { subjectsOf } from './subjects-of.ts'

/**
 * Gives up what was not paid: its page is closed, and names held for it are free. An order is kept as a draft by its
 * customer's browser. Returns `paid` when it has been paid after all, and the same again for one that is over already.
 * Throws a `Refusal` for what is not the customer's.
 */
export async function discardPayment(
  deps: Dependencies,
  customerId: string,
  checkoutId: string,
): Promise<'discarded' | 'paid'> {
  const { db } = deps
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.customerId, customerId)))
  if (!row) throw notFound('There is no such payment.')
  if (row.status === 'paid') return 'paid'
  if (row.status === 'expired') return 'discarded'
  const { status } = await endCheckout(deps, row)
  if (status === 'paid') return 'paid'
  if (status !== 'expired') throw withBankStill()
  for (const subject of await subjectsOf(db, row))
    await audit(db, {
      customerId,
      actor: 'customer',
      action: 'payment.discarded',
      subject,
      data: { kind: row.kind },
    })
  return 'discarded'
}
