import type { StripeAccount } from './account.ts'
import { markPaid } from './invoices.ts'
import type { CheckoutSession, PaymentIntent } from './objects.ts'
import { settleCharge } from './payments.ts'
import { existing, invalid } from './problem.ts'
import { followInvoices } from './subscriptions.ts'

/*
 * A payment that a bank decides in some days, as a debit does. Its session is complete and unpaid meanwhile, its
 * subscription active, and either event ends that; the session of a refused one stays complete and unpaid:
 * https://docs.stripe.com/payments/checkout/fulfill-orders#delayed-notification,
 * https://docs.stripe.com/api/checkout/sessions/object#checkout_session_object-payment_status
 */

/** The payment of a session that is complete, where a bank has it. */
function pendingOf(account: StripeAccount, session: CheckoutSession): PaymentIntent | undefined {
  const ofInvoice = account.invoicePayments.list({ parent: String(session.invoice) })[0]
  const intent = account.paymentIntents.get(
    String(session.payment_intent ?? ofInvoice?.payment.payment_intent),
  )
  return session.status === 'complete' && intent?.status === 'processing' ? intent : undefined
}

export const isWithBank = (account: StripeAccount, session: CheckoutSession): boolean =>
  pendingOf(account, session) !== undefined

/** The bank says yes or no. */
export function settleCheckout(
  account: StripeAccount,
  id: string,
  outcome: 'succeeded' | 'failed',
): CheckoutSession {
  const session = existing(account.checkoutSessions.get(id), 'checkout.session', id)
  const pending = pendingOf(account, session)
  if (!pending) throw invalid('No bank has a payment of this session.')
  const paid = outcome === 'succeeded'
  const intent = settleCharge(account, pending, paid)
  const invoice = account.invoices.get(String(session.invoice))
  // It was tried, and counted, when the bank got it.
  if (invoice && paid) markPaid(account, { ...invoice, attempt_count: invoice.attempt_count - 1 }, intent)
  else if (invoice) account.emit('invoice.payment_failed', invoice)
  const subscription = account.subscriptions.get(String(session.subscription))
  if (subscription) followInvoices(account, subscription)
  const settled: CheckoutSession = { ...session, payment_status: paid ? 'paid' : 'unpaid' }
  account.checkoutSessions.put(id, settled)
  account.emit(`checkout.session.async_payment_${outcome}`, settled)
  return settled
}
