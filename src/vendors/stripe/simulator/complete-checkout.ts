import type { CardBehaviour, CheckoutTerms, StripeAccount } from './account.ts'
import { currentSession, detailsOf } from './checkout-sessions.ts'
import { attachCard, createCustomer } from './customers.ts'
import { markPaid, notePending, openInvoice } from './invoices.ts'
import type { CheckoutSession, Invoice, Subscription } from './objects.ts'
import { cardDeclined, chargeCard } from './payments.ts'
import { startSubscription, storeSubscription } from './subscriptions.ts'

export interface CardEntry {
  /** Typed on the page when the session does not know it. */
  email?: string
  /** How the card will behave from now on. */
  behaviour: CardBehaviour
  /** This time it is refused. */
  decline?: boolean
}

/**
 * The customer presses Pay. A refused card leaves the session open with the reason; an accepted one makes the
 * invoice, the payment and, only now, the subscription. Pressing again after success changes nothing.
 */
export function payCheckout(account: StripeAccount, id: string, card: CardEntry): CheckoutSession {
  const { session, terms } = currentSession(account, id)
  if (session.status !== 'open') return session

  const total = session.amount_total ?? 0
  const accepted = !card.decline
  const isDebit = card.behaviour === 'bank debit'
  const customer =
    (session.customer as string | null) ??
    (accepted ? createCustomer(account, { email: session.customer_email ?? card.email }).id : null)
  const method = customer && accepted ? attachCard(account, customer, card.behaviour) : undefined
  const payment =
    total === 0
      ? undefined
      : chargeCard(account, {
          customer,
          paymentMethod: method?.id ?? account.id('pm'),
          amount: total,
          currency: session.currency ?? 'usd',
          description:
            session.mode === 'subscription' ? 'Subscription creation' : terms.paymentData.description,
          metadata: session.mode === 'subscription' ? {} : terms.paymentData.metadata,
          paymentIntent: terms.refusal?.paymentIntent,
          outcome: !accepted ? 'declined' : isDebit ? 'pending' : 'accepted',
        })
  if (!customer || !method) {
    if (payment)
      account.checkoutTerms.put(id, {
        ...terms,
        refusal: { message: cardDeclined.message, paymentIntent: payment.intent.id },
      })
    return session
  }

  const { subscription, invoice } = writeInvoice(account, { session, terms, customer, method: method.id })
  const isPending = payment?.intent.status === 'processing'
  if (invoice && payment && isPending) notePending(account, invoice, payment.intent)
  else if (invoice) markPaid(account, invoice, payment?.intent)
  countRedemption(account, terms.discount)

  const complete: CheckoutSession = {
    ...session,
    customer,
    customer_details: detailsOf(account, customer),
    invoice: invoice?.id ?? null,
    payment_intent: session.mode === 'payment' ? (payment?.intent.id ?? null) : null,
    payment_status: total === 0 ? 'no_payment_required' : isPending ? 'unpaid' : 'paid',
    status: 'complete',
    subscription: subscription?.id ?? null,
    url: null,
  }
  account.checkoutSessions.put(id, complete, customer)
  account.checkoutTerms.put(id, { ...terms, refusal: undefined })
  account.openCheckouts.delete(id)
  account.emit('checkout.session.completed', complete)
  return complete
}

/** The subscription of a checkout that makes one, and its invoice, which is not paid yet. */
function writeInvoice(
  account: StripeAccount,
  {
    session,
    terms,
    customer,
    method,
  }: { session: CheckoutSession; terms: CheckoutTerms; customer: string; method: string },
): { subscription: Subscription | undefined; invoice: Invoice | undefined } {
  const recurring = terms.lines.filter((line) => line.price.recurring)
  const subscription =
    session.mode === 'subscription'
      ? startSubscription(account, {
          customer,
          paymentMethod: method,
          lines: recurring,
          ...terms.subscriptionData,
        })
      : undefined
  const invoice = terms.createsInvoice
    ? openInvoice(account, {
        customer,
        currency: session.currency ?? 'usd',
        reason: subscription ? 'subscription_create' : 'manual',
        discountId: terms.discount ? account.id('di') : null,
        subscription,
        lines: terms.lines.map((line) => {
          const item = subscription?.items.data.find((other) => other.price.id === line.price.id)
          const start = account.now()
          return { ...line, period: { start, end: item?.current_period_end ?? start } }
        }),
      })
    : undefined
  if (subscription && invoice) {
    subscription.latest_invoice = invoice.id
    storeSubscription(account, subscription)
    account.emit('customer.subscription.created', subscription)
  }
  return { subscription, invoice }
}

function countRedemption(
  account: StripeAccount,
  discount: { coupon: string; promotionCode: string | null } | null,
) {
  const coupon = discount && account.coupons.get(discount.coupon)
  if (coupon) account.coupons.put(coupon.id, { ...coupon, times_redeemed: coupon.times_redeemed + 1 })
  const promotion = discount?.promotionCode && account.promotionCodes.get(discount.promotionCode)
  if (promotion)
    account.promotionCodes.put(promotion.id, { ...promotion, times_redeemed: promotion.times_redeemed + 1 })
}

/** Where the browser goes after success. */
export const successAddress = (session: CheckoutSession) =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
