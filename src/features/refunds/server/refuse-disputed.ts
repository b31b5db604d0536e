import { conflict } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

/**
 * Refuses a refund of a payment that Stripe would not take while its dispute is open, before anything of it is written:
 * owed, it would be paid weeks later by itself. Stripe is asked, since it may not have told of the dispute yet. A payment
 * that the bank only asks about can be refunded (https://docs.stripe.com/disputes/how-disputes-work#inquiries).
 */
export async function refuseDisputed(
  { vendors }: Pick<Dependencies, 'vendors'>,
  paymentId: string | null,
): Promise<void> {
  if (!paymentId) return
  const disputes = await vendors.payments.disputesOf(paymentId)
  if (disputes.some(({ outcome, isRefundable }) => outcome === 'open' && !isRefundable))
    throw conflict(
      'This payment is disputed, and Stripe can’t refund it until the bank decides. Nothing was refunded. Try again after the decision.',
    )
}
