import { and, eq, inArray } from 'drizzle-orm'
import { checkouts } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { findSession } from './find-session.ts'
import { syncCheckout } from './sync-checkout.ts'

/**
 * Brings in line the checkout that a payment was made on, where its own event has not come yet. Returns the subscription
 * that was paid for, if any.
 */
export async function syncCheckoutOfPayment(
  deps: Dependencies,
  paymentId: string,
): Promise<string | undefined> {
  const { payments } = deps.vendors
  const subscriptionId = await payments.subscriptionOfPayment(paymentId)
  if (subscriptionId) {
    await syncCheckoutOfSubscription(deps, subscriptionId)
    return subscriptionId
  }
  if ((await deps.db.$count(checkouts, eq(checkouts.paymentIntentId, paymentId))) > 0) return undefined
  const sessionId = await payments.checkoutOfPayment(paymentId)
  if (sessionId) await syncCheckout(deps, sessionId)
  return undefined
}

/** Brings in line the checkout that began a subscription, where its own event has not come yet. */
async function syncCheckoutOfSubscription(deps: Dependencies, subscriptionId: string): Promise<void> {
  const { payments } = deps.vendors
  const checkoutId = await payments.readSubscription(subscriptionId).then(
    (present) => present.checkoutId,
    (error: unknown) => {
      // One that is gone tells of no checkout; what our rows have of it is followed all the same.
      if (!isVendorError(error, 'not_found')) throw error
    },
  )
  if (!checkoutId) return
  const [unpaid] = await deps.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, checkoutId), inArray(checkouts.status, ['prepared', 'open', 'expired'])))
  if (!unpaid) return
  const sessionId = unpaid.sessionId ?? (await findSession(payments, unpaid))?.sessionId
  if (sessionId) await syncCheckout(deps, sessionId)
}
