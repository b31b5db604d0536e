import { and, eq, isNull } from 'drizzle-orm'
import { stripeEvents } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import { syncCheckout } from '../checkout/sync-checkout.ts'
import { collectRefused } from './collect-refused.ts'
import { followDispute } from './follow-dispute.ts'
import { noticeInvoice } from './notice-invoice.ts'
import { noticeRefunds } from './notice-refunds.ts'
import { syncSubscription } from './sync-subscription.ts'

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
    if (objects.cardChangedFor) await collectRefused(deps, objects.cardChangedFor)
    if (objects.disputeId) await followDispute(deps, objects.disputeId)
    if (objects.refundedPaymentId) await noticeRefunds(deps, objects.refundedPaymentId)
  } catch (error) {
    // Somebody else's object, or one that is gone: nothing of ours hangs on it.
    if (!isVendorError(error, 'not_found')) throw error
  }
  await deps.db.update(stripeEvents).set({ processedAt: new Date() }).where(eq(stripeEvents.id, eventId))
}
