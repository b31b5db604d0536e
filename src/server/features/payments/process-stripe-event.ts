import { and, eq, isNull } from 'drizzle-orm'
import { stripeEvents } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { customerGone } from '../../providers/ports/payments.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import { collectRefused } from '../billing/collect-refused.ts'
import { noticeInvoice } from '../billing/notice-invoice.ts'
import { syncSubscription } from '../billing/sync-subscription.ts'
import { syncCheckout } from '../checkout/sync-checkout.ts'
import { followDispute } from '../refunds/follow-dispute.ts'
import { noticeRefunds } from '../refunds/notice-refunds.ts'

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
