import { orderDateText } from '#shared/order-date.ts'
import type { groupHolds } from '#shared/order-status.ts'

/** Why a live group is not served for now, and what helps. */
export const holdTexts: Record<(typeof groupHolds)[number], string> = {
  past_due:
    'The last renewal could not be charged. Update your card in the Payment Portal to keep this order running.',
  dispute: 'On hold while a payment for this order is disputed.',
  refund: 'On hold because a payment for this order was refunded.',
  operator: 'On hold. Please contact support.',
}

/** Before it comes to that. */
export const graceText = (until: string): string =>
  `The last renewal could not be charged. This order goes on until ${orderDateText(until)}; update your card in the Payment Portal to keep it running.`
