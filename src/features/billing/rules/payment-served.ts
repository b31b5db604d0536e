import { formatUsd } from '#base/text/usd.ts'
import type { PaymentConfirmation } from '#features/checkout/api/payments.ts'
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
