import type { CallContext } from '../ports/call-context.ts'
import type { PaymentInvoice } from '../ports/payments.ts'
import { isVendorError } from '../vendor-error.ts'
import type { StripeClient } from './client.ts'
import { toInvoice } from './translate.ts'
import { type InvoiceWire, paymentIntentWire } from './wire.ts'

/**
 * The bank wants the payer there, or they could not show that it was them:
 * https://docs.stripe.com/declines/codes, https://docs.stripe.com/error-codes
 */
const asked: ReadonlySet<string | null | undefined> = new Set([
  'authentication_required',
  'payment_intent_authentication_failure',
])

/** An invoice that is owed, with whether its bank asks the payer to confirm it, and its page where that is Stripe's. */
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
    const isAsked = status === 'requires_action' || asked.has(error?.code) || asked.has(error?.decline_code)
    return isAsked && status !== 'succeeded' ? { cardId: payment_method ?? error?.payment_method } : undefined
  } catch (error) {
    // A key without the permission, of which doctor tells: it is told as refused.
    if (isVendorError(error, 'unauthorised') && error.status === 403) return undefined
    throw error
  }
}
