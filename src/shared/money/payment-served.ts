import type { PaymentConfirmation } from '../api/payments.ts'
import type { CheckoutKind } from '../order-draft/checkout-request.ts'
import { formatUsd } from './pricing.ts'
import { notNeededWords } from './refund-reasons.ts'

type Back = Pick<PaymentConfirmation, 'totalCents' | 'backCents' | 'notNeeded'>

/** Whether something is set up for a payment: not where nothing came of it, or all of it went back since. */
export const isServed = ({ totalCents, backCents, notNeeded }: Back): boolean =>
  !notNeeded?.whole && !(backCents > 0 && backCents >= totalCents)

/** What goes back of a payment, why, and what that means; null when nothing does. */
export function backText({ totalCents, backCents, notNeeded }: Back): string | null {
  if (!notNeeded)
    return backCents > 0
      ? `${formatUsd(backCents)} of it went back to you. Your dashboard shows what that means for your order.`
      : null
  const why = notNeededWords[notNeeded.cause]
  const what =
    backCents === 0
      ? 'Nothing was charged'
      : notNeeded.whole
        ? `The ${formatUsd(totalCents)} that you paid go back to your card`
        : `${formatUsd(backCents)} of it go back to your card`
  const rest = notNeeded.whole
    ? 'Nothing is set up for this payment, and it is not billed again.'
    : 'The rest is being set up.'
  return `${what}, because ${why}. ${rest}`
}

interface PaidWords {
  title: string
  next: readonly string[]
}

/** What a confirmed payment of each kind means. */
export const paidWords: Record<CheckoutKind, PaidWords> = {
  order: {
    title: 'Order Confirmed!',
    next: [
      'Our team starts setting up your order right away.',
      'You get setup confirmation e-mails for each order within 24-48 hours.',
      'You can track the status of your order on your dashboard.',
    ],
  },
  reinstate: {
    title: 'Reinstatement confirmed',
    next: [
      'Your domains are set up again with the settings you chose.',
      'You can track their status on your dashboard.',
    ],
  },
  replace: {
    title: 'Replacement confirmed',
    next: [
      'The new domains are being set up. The old ones go on sending until they are delivered.',
      'You can track their status on your dashboard.',
    ],
  },
  release: {
    title: 'Payment confirmed',
    next: ['Your order goes on: its mailboxes are switched on again.'],
  },
}
