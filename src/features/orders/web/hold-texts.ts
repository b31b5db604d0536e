import { orderDateText } from '../rules/order-date.ts'
import { type GroupHold, holdWords } from '../rules/order-holds.ts'

/** Why a live group is not served for now, whether it is billed, and what helps. */
export const holdText = (hold: GroupHold): string => {
  const { why, billing, next } = holdWords[hold]
  return `${why} ${billing} ${next}`
}

/** Before it comes to that. */
export const graceText = (until: string, asksToConfirm: boolean): string =>
  asksToConfirm
    ? `Your bank asks you to confirm the last renewal. This order keeps running until ${orderDateText(until)}; confirm the payment to keep it running.`
    : `The last renewal could not be charged. This order keeps running until ${orderDateText(until)}; pay it, or update your card in the Payment Portal to keep it running.`

export const askedTitle = (asksToConfirm: boolean): string =>
  asksToConfirm ? 'Your bank asks you to confirm a payment' : 'A payment did not go through'
