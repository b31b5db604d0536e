import { inArray } from 'drizzle-orm'
import { checkouts } from '#base/db/schema/index.ts'
import { conflict, type Refusal } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { bankDaysMost } from '#features/billing/rules/bank-days.ts'
import { endCheckout } from './end-checkout.ts'
import { type Ending, lossesOf, noteLost, refuseUnagreed } from './lost-payments.ts'

/** The refusal of a second payment for what was paid meanwhile, with the session that paid it. */
export const paidAlready = (sessionId: string | null): Refusal =>
  conflict('This has been paid already. You can follow it on your dashboard.', sessionId ? { sessionId } : {})

/** The refusal of a second payment while a bank has the first. */
export const withBankStill = (): Refusal =>
  conflict(
    `Your bank is still processing an earlier payment for this, which takes up to ${bankDaysMost} days. We email you when it arrives or fails.`,
  )

/**
 * Ends payment pages that another one takes the place of: at the payment provider, and certainly. Throws a `Refusal`
 * when their customer has not agreed to the end of one, when one was paid meanwhile, or a bank is still at it.
 */
export async function endRivals(
  deps: Dependencies,
  ids: readonly string[],
  { keeps, agreed }: Ending,
): Promise<void> {
  const losses = await lossesOf(deps.db, ids, keeps)
  refuseUnagreed(losses, agreed)
  const rivals = await deps.db
    .select()
    .from(checkouts)
    .where(inArray(checkouts.id, [...ids]))
  for (const rival of rivals) {
    const loss = losses.find(({ checkoutId }) => checkoutId === rival.id)
    if (loss) await noteLost(deps.db, loss)
    const { status } = await endCheckout(deps, rival)
    if (status === 'paid') throw paidAlready(rival.sessionId)
    if (status !== 'expired') throw withBankStill()
  }
}
