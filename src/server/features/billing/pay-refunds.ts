import { asc, eq, isNull } from 'drizzle-orm'
import { formatUsd } from '#shared/pricing.ts'
import { audit } from '../../audit.ts'
import { checkouts, customers, domains, refunds } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import { subjectsOf } from './subjects-of.ts'

/** Of a payment that came when there was no hold any more that it could end. */
export const notHeldReason = 'no hold to end'

/** Refunds that are owed and not paid yet, the oldest first. */
export async function payOwedRefunds(deps: Dependencies): Promise<void> {
  const owed = await deps.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(isNull(refunds.stripeRefundId))
    .orderBy(asc(refunds.createdAt))
    .limit(200)
  for (const { id } of owed) {
    // One that is refused is the operator's to look at; the others go on.
    await payRefund(deps, id).catch((error: unknown) => {
      if (!isVendorError(error, 'rejected')) throw error
      return deps.db.transaction((tx) =>
        deps.alert(tx, {
          key: `refund:${id}`,
          subject: 'A refund was refused',
          text: `${error.message}\n\nRefund ${id} is tried again and again; see the payment at Stripe.`,
        }),
      )
    })
  }
}

/** Pays a refund back. The provider finds it by our id, so repeating never pays twice. */
export async function payRefund(deps: Dependencies, refundId: string): Promise<void> {
  const [row] = await deps.db
    .select({ refund: refunds, checkout: checkouts, customer: customers, name: domains.name })
    .from(refunds)
    .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .innerJoin(customers, eq(customers.id, checkouts.customerId))
    .leftJoin(domains, eq(domains.id, refunds.domainId))
    .where(eq(refunds.id, refundId))
  if (!row || row.refund.stripeRefundId !== null) return
  const { refund, checkout, customer, name } = row
  if (!checkout.paymentIntentId) throw new Error(`Checkout ${checkout.id} names no payment.`)
  const paid = await deps.vendors.payments.refund({
    refundId,
    paymentId: checkout.paymentIntentId,
    cents: refund.cents,
    metadata: { checkout_id: checkout.id, reason: refund.reason.slice(0, 200) },
  })
  await deps.db.transaction(async (tx) => {
    await tx.update(refunds).set({ stripeRefundId: paid.refundId }).where(eq(refunds.id, refundId))
    await audit(tx, {
      customerId: customer.id,
      actor: 'system',
      action: 'refund.paid',
      subject: refundId,
      data: {
        cents: refund.cents,
        reason: refund.reason,
        about: await subjectsOf(tx, checkout),
        ...(name ? { name } : {}),
      },
    })
    await deps.outbox.put(tx, {
      key: `refund:${refundId}`,
      to: customer.email,
      subject: `We have refunded ${formatUsd(refund.cents)}`,
      text: [
        `Hello ${customer.name},`,
        '',
        name
          ? `${name} was not registered, so we have refunded what you paid for it: ${formatUsd(refund.cents)}.`
          : refund.reason === notHeldReason
            ? `when your payment came there was no hold any more that it could end, so we have refunded ${formatUsd(refund.cents)} of it.`
            : `we have refunded ${formatUsd(refund.cents)} of your payment.`,
        '',
        'It goes to the card you paid with and may take your bank up to ten days.',
      ].join('\n'),
    })
  })
}
