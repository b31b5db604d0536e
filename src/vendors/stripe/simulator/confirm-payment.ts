import type { StripeAccount } from './account.ts'
import { intentOf } from './invoices.ts'
import type { Invoice, PaymentIntent } from './objects.ts'
import { payInvoice } from './subscriptions.ts'

/** The payment of an invoice whose bank waits for the cardholder. */
export function askedPayment(account: StripeAccount, invoice: Invoice): PaymentIntent | undefined {
  const intent = invoice.status === 'open' ? intentOf(account, invoice) : undefined
  return intent?.status === 'requires_action' ? intent : undefined
}

/** The cardholder confirms it with the bank: it is charged to the card that it waits with. */
export function confirmPayment(account: StripeAccount, invoice: Invoice): void {
  const intent = askedPayment(account, invoice)
  if (!intent) return
  const card = String(intent.payment_method)
  payInvoice(account, invoice, card, true)
  if (account.cardBehaviours.get(card) === 'asks_once') account.cardBehaviours.put(card, 'works')
}

/** The confirmation fails: "If payment fails, the PaymentIntent transitions to requires_payment_method". */
export function failConfirmation(account: StripeAccount, invoice: Invoice): void {
  const intent = askedPayment(account, invoice)
  if (!intent) return
  const failed: PaymentIntent = {
    ...intent,
    last_payment_error: {
      type: 'card_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: { id: String(intent.payment_method), object: 'payment_method' },
    },
    payment_method: null,
    status: 'requires_payment_method',
  }
  account.paymentIntents.put(intent.id, failed)
  account.emit('payment_intent.payment_failed', failed)
  account.emit('invoice.payment_failed', invoice)
}
