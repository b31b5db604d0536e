import { and, eq, inArray } from 'drizzle-orm'
import { checkouts } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findSession } from './find-session.ts'
import { syncCheckout } from './sync-checkout.ts'

/** Brings in line the checkout that began a subscription, where its own event has not come yet. */
export async function settleCheckoutOf(deps: Dependencies, subscriptionId: string): Promise<void> {
  const { payments } = deps.vendors
  const { checkoutId } = await payments.readSubscription(subscriptionId)
  if (!checkoutId) return
  const [unsettled] = await deps.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, checkoutId), inArray(checkouts.status, ['prepared', 'open', 'expired'])))
  if (!unsettled) return
  const sessionId = unsettled.sessionId ?? (await findSession(payments, unsettled))?.sessionId
  if (sessionId) await syncCheckout(deps, sessionId)
}
