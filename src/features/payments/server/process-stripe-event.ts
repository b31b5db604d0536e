import { and, eq, isNull } from 'drizzle-orm'
import { stripeEvents } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { collectRefused } from '#features/billing/server/collect-refused.ts'
import { noticeInvoice } from '#features/billing/server/notice-invoice.ts'
import { syncSubscription } from '#features/billing/server/sync-subscription.ts'
import { syncCheckout } from '#features/checkout/server/sync-checkout.ts'
import { followDispute } from '#features/refunds/server/follow-dispute.ts'
import { noticeRefunds } from '#features/refunds/server/notice-refunds.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { customerGone } from '#vendors/ports/payments.ts'

/** Reads again whatever an event is about. What it says itself is never trusted, so order and repetition do not matter. */
export async function processStripeEvent(deps: Dependencies, eventId: string): Promise<void> {
  const [event] = await deps.db
    .select()
    .from(stripeEvents)
    .where(and(eq(stripeEvents.id, eventId), isNull(stripeEvents.processedAt)))
  if (!event) return
  const objects = event.data
  try {
    if (objects.sessionId) await syncCheckout(deps, objects.sessionId)
    if (objects.subscriptionId) await syncSubscription(deps, objects.subscriptionId)
    if (objects.settledInvoiceId) await noticeInvoice(deps, objects.settledInvoiceId)
    if (objects.cardChangedFor) await collectRefused(deps, objects.cardChangedFor, { isChosenNow: true })
    // Its subscription's own card was refused, and the customer may have chosen another one since that was given.
    if (event.type === 'invoice.payment_failed' && objects.customerExternalId)
      await collectRefused(deps, objects.customerExternalId, { isChosenNow: false })
    if (objects.disputeId) await followDispute(deps, objects.disputeId)
    if (objects.refundedPaymentId) await noticeRefunds(deps, objects.refundedPaymentId)
  } catch (error) {
    // Someone else's object, or one that is gone: nothing of ours hangs on it.
    if (!isVendorError(error) || (error.kind !== 'not_found' && error.code !== customerGone)) throw error
  }
  await deps.db.update(stripeEvents).set({ processedAt: new Date() }).where(eq(stripeEvents.id, eventId))
}
