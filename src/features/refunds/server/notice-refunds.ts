import { eq, inArray, or } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { checkouts, refunds } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { operatorLines } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { holdBundles } from '#features/billing/server/holds.ts'
import { liveBundles } from '#features/billing/server/live-bundles.ts'
import { subjectsOf } from '#features/checkout/server/subjects-of.ts'
import { syncCheckoutOfPayment } from '#features/checkout/server/sync-checkout-of-payment.ts'
import type { PaymentRefund, RefundedPayment } from '#vendors/ports/payments.ts'
import { bundlesPaidBy } from './bundles-paid-by.ts'
import { noteRefund, wordsOf } from './note-refund.ts'
import { nothingLeft } from './nothing-left.ts'

/**
 * Money went back, or failed to. What we gave ourselves is known, and only followed; what someone gave in the payment
 * provider's own pages is noted, so that it is not given twice, and the operator is told. Where nothing is left of the
 * payment, what it paid for is held.
 */
export async function noticeRefunds(deps: Dependencies, paymentId: string): Promise<void> {
  const subscriptionId = await syncCheckoutOfPayment(deps, paymentId)
  const present = await deps.vendors.payments.readRefunds(paymentId)
  await deps.db.transaction(async (tx) => {
    const [checkout] = await tx
      .select()
      .from(checkouts)
      .where(eq(checkouts.paymentIntentId, paymentId))
      .for('update')
    const foreign = await followOurs(deps, tx, present)
    if (foreign.length === 0) return
    const paidFor = checkout
      ? await bundlesPaidBy(tx, checkout)
      : subscriptionId
        ? await liveBundles(tx, subscriptionId)
        : []
    // Neither a payment of ours nor a renewal of what we sold: someone else's business in the same account.
    if (!checkout && paidFor.length === 0) return
    if (present.isWhole)
      await holdBundles(deps, tx, paidFor, 'refund', { money: nothingLeft(sumOf(foreign)) })
    for (const refund of foreign) {
      if (checkout) await noteForeign(deps, tx, checkout, refund)
      if (refund.status === 'failed') {
        if (!checkout) await tellOfLostRenewal(deps, tx, paymentId, refund)
      } else await tellOfForeign(deps, tx, paymentId, refund, paidFor, present.isWhole)
    }
  })
}

const sumOf = (refunds: readonly PaymentRefund[]): number =>
  refunds.reduce((sum, { status, cents }) => sum + (status === 'failed' ? 0 : cents), 0)

/** Follows refunds that are known. Returns those that we neither ordered nor noted before. */
async function followOurs(
  deps: Dependencies,
  tx: Db,
  { refunds: present }: RefundedPayment,
): Promise<PaymentRefund[]> {
  if (present.length === 0) return []
  const known = await tx
    .select({ id: refunds.id, stripeRefundId: refunds.stripeRefundId })
    .from(refunds)
    .where(
      or(
        inArray(
          refunds.stripeRefundId,
          present.map(({ refundId }) => refundId),
        ),
        inArray(
          refunds.id,
          present.flatMap(({ reference }) => reference ?? []),
        ),
      ),
    )
  const foreign: PaymentRefund[] = []
  for (const refund of present) {
    const ours = known.find(
      ({ id, stripeRefundId }) => id === refund.reference || stripeRefundId === refund.refundId,
    )
    if (ours) await noteRefund(deps, tx, ours.id, refund)
    else foreign.push(refund)
  }
  return foreign
}

/** Its customer is not written to about it: the one who gave it has done so, or will. */
async function noteForeign(
  deps: Dependencies,
  tx: Db,
  checkout: typeof checkouts.$inferSelect,
  refund: PaymentRefund,
): Promise<void> {
  const { refundId, cents } = refund
  const id = newId('refund')
  await tx.insert(refunds).values({
    id,
    checkoutId: checkout.id,
    reason: `given at Stripe (${refundId})`,
    cents,
    toldAt: new Date(),
  })
  await noteRefund(deps, tx, id, refund)
  if (refund.status === 'failed') return
  await audit(tx, {
    customerId: checkout.customerId,
    actor: 'system',
    action: 'refund.noticed',
    subject: refundId,
    data: { cents, paymentId: checkout.paymentIntentId, about: await subjectsOf(tx, checkout) },
  })
}

/** `paidFor` are orders that run for the payment; they stop where nothing is left of it. */
const tellOfForeign = async (
  deps: Dependencies,
  tx: Db,
  paymentId: string,
  { refundId, cents }: PaymentRefund,
  paidFor: readonly string[],
  isWhole: boolean,
): Promise<void> =>
  deps.alert(tx, {
    key: `refund-at-stripe:${refundId}`,
    subject: `${formatUsd(cents)} were refunded at Stripe`,
    text: [
      `Refund ${refundId} of payment ${paymentId} was given in Stripe's own pages.`,
      isWhole
        ? `Nothing is left of the payment: ${paidFor.length === 1 ? '1 order is' : `${paidFor.length} orders are`} held and the mailboxes disabled.`
        : 'A part of the payment is left, so everything continues.',
      `Held orders: ${isWhole && paidFor.length > 0 ? paidFor.join(', ') : 'none'}.`,
      ...operatorLines(await mailedOrders(tx, paidFor), deps.config.publicUrl),
    ].join('\n'),
  })

/** A renewal is no payment of a row here, so that nothing but this names what is owed of it. */
const tellOfLostRenewal = (
  deps: Dependencies,
  tx: Db,
  paymentId: string,
  { refundId, cents, failure }: PaymentRefund,
): Promise<void> =>
  deps.alert(tx, {
    key: `refund-failed:${refundId}`,
    subject: `Urgent: a refund of ${formatUsd(cents)} did not arrive`,
    text: `Refund ${refundId} of payment ${paymentId}, a renewal, was given in Stripe's own pages and failed: ${wordsOf(failure)}. The money is in your balance there, and owed: give it to the customer in another way. Nothing here continues naming it.`,
  })
