import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { PaymentInvoice } from '#vendors/ports/payments.ts'
import type { StripeClient } from './client.ts'
import { toInvoice } from './translate.ts'
import { type InvoiceWire, paymentIntentWire } from './wire.ts'

/** The bank wants the payer there: https://docs.stripe.com/declines/codes */
const wanted = 'authentication_required'
/**
 * They could not show that it was them: "If payment fails, the PaymentIntent transitions to requires_payment_method", and
 * it is tried with a card anew. https://docs.stripe.com/error-codes, https://docs.stripe.com/payments/paymentintents/lifecycle
 */
const failed = 'payment_intent_authentication_failure'

/** An invoice that is owed, with what its bank asked of the payer, and its page where that is Stripe's. */
export async function owedInvoice(
  client: StripeClient,
  wire: InvoiceWire,
  ctx?: CallContext,
): Promise<PaymentInvoice> {
  const invoice = toInvoice(wire)
  const confirming = invoice.paymentId && (await confirmingOf(client, invoice.paymentId, ctx))
  return { ...invoice, url: client.ownPage(invoice.url), ...(confirming && { confirming }) }
}

async function confirmingOf(
  { ask }: StripeClient,
  paymentId: string,
  ctx?: CallContext,
): Promise<PaymentInvoice['confirming']> {
  try {
    const {
      status,
      payment_method,
      last_payment_error: error,
    } = await ask(
      'readPayment',
      paymentIntentWire,
      (stripe) => stripe.paymentIntents.retrieve(paymentId),
      ctx,
    )
    if (status === 'succeeded') return undefined
    const asks = status === 'requires_action' || error?.code === wanted || error?.decline_code === wanted
    if (!asks && error?.code !== failed) return undefined
    return { cardId: payment_method ?? error?.payment_method, hasFailed: !asks }
  } catch (error) {
    // A key without the permission, of which doctor tells: it is told as refused.
    if (isVendorError(error, 'unauthorised') && error.status === 403) return undefined
    throw error
  }
}
