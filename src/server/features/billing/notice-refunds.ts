import { eq, inArray, or } from 'drizzle-orm'
import { formatUsd } from '#shared/pricing.ts'
import { audit } from '../../audit.ts'
import type { Db } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { checkouts, refunds } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentRefund, RefundedPayment } from '../../providers/ports/payments.ts'
import { settleCheckoutOf } from '../checkout/settle-checkout.ts'
import { bundlesPaidBy } from './bundles-paid-by.ts'
import { holdBundles } from './holds.ts'
import { subjectsOf } from './subjects-of.ts'
import { liveBundles } from './sync-subscription.ts'

/**
 * Money went back. What we gave ourselves is known; what somebody gave in the payment provider's own pages is noted,
 * so that it is not given twice, and the operator is told. Where nothing is left of the payment, what it paid for
 * is held.
 */
export async function noticeRefunds(deps: Dependencies, paymentId: string): Promise<void> {
  const { db, vendors } = deps
  const present = await vendors.payments.readRefunds(paymentId)
  const subscriptionId = await vendors.payments.subscriptionOfPayment(paymentId)
  if (subscriptionId) await settleCheckoutOf(deps, subscriptionId)
  await db.transaction(async (tx) => {
    const [checkout] = await tx
      .select()
      .from(checkouts)
      .where(eq(checkouts.paymentIntentId, paymentId))
      .for('update')
    const foreign = await withoutOurs(tx, present)
    if (foreign.length === 0) return
    const paidFor = checkout
      ? await bundlesPaidBy(tx, checkout)
      : subscriptionId
        ? await liveBundles(tx, subscriptionId)
        : []
    // Neither a payment of ours nor a renewal of what we sold: somebody else's business in the same account.
    if (!checkout && paidFor.length === 0) return
    if (present.isWhole) await holdBundles(deps, tx, paidFor, 'refund')
    for (const { refundId, cents } of foreign) {
      if (checkout) {
        await tx
          .insert(refunds)
          .values({
            id: newId('refund'),
            checkoutId: checkout.id,
            reason: `given at Stripe (${refundId})`,
            cents,
            stripeRefundId: refundId,
          })
          .onConflictDoNothing()
        await audit(tx, {
          customerId: checkout.customerId,
          actor: 'system',
          action: 'refund.noticed',
          subject: refundId,
          data: { cents, paymentId, about: await subjectsOf(tx, checkout) },
        })
      }
      await deps.alert(tx, {
        key: `refund-at-stripe:${refundId}`,
        subject: `${formatUsd(cents)} were refunded at Stripe`,
        text: [
          `Refund ${refundId} of payment ${paymentId} was given in Stripe's own pages.`,
          present.isWhole
            ? `Nothing is left of the payment: ${paidFor.length === 1 ? '1 order is' : `${paidFor.length} orders are`} held and the mailboxes disabled.`
            : 'A part of the payment is left, so everything goes on.',
          `Held orders: ${present.isWhole && paidFor.length > 0 ? paidFor.join(', ') : 'none'}.`,
        ].join('\n'),
      })
    }
  })
}

/** Refunds that stand at the provider and that we neither ordered nor noted before. */
async function withoutOurs(tx: Db, { refunds: all }: RefundedPayment): Promise<PaymentRefund[]> {
  const standing = all.filter(({ status }) => status !== 'failed')
  if (standing.length === 0) return []
  const known = await tx
    .select({ id: refunds.id, stripeRefundId: refunds.stripeRefundId })
    .from(refunds)
    .where(
      or(
        inArray(
          refunds.stripeRefundId,
          standing.map(({ refundId }) => refundId),
        ),
        inArray(
          refunds.id,
          standing.flatMap(({ reference }) => reference ?? []),
        ),
      ),
    )
  return standing.filter(
    ({ refundId, reference }) =>
      !known.some(({ id, stripeRefundId }) => id === reference || stripeRefundId === refundId),
  )
}
