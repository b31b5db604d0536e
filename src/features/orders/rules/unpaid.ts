import {
  heldNamesMax,
  unpaidHoldsADay,
  unpaidMinutes,
  unpaidOrdersMax,
} from '#features/plans/rules/catalog.ts'

/** What is said when too much of a customer's waits for a payment. */
export const unpaidMessages = {
  tooManyOrders: `${unpaidOrdersMax} of your orders wait for their payment already. Please pay one of them, or try again in ${unpaidMinutes} minutes: those whose payment page was never opened end by then.`,
  tooManyNames: `You can have at most ${heldNamesMax} domains waiting for a payment. Please pay for some of them, or try again in ${unpaidMinutes} minutes: those whose payment page was never opened are free by then.`,
  heldTooOften: `{d} has been held for you ${unpaidHoldsADay} times within a day without being paid for. So that nobody keeps a domain from others for free, it cannot be held for you again just yet: please pay on a page that is still open, or try again tomorrow.`,
} as const
