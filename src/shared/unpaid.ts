import { heldNamesMax, unpaidMinutes, unpaidOrdersMax } from './catalog.ts'

/** What is said when too much of a customer's waits for a payment. */
export const unpaidMessages = {
  tooManyOrders: `${unpaidOrdersMax} of your orders wait for their payment already. Please pay one of them, or try again in ${unpaidMinutes} minutes: those whose payment page was never opened end by then.`,
  tooManyNames: `You can have at most ${heldNamesMax} domains waiting for a payment. Please pay for some of them, or try again in ${unpaidMinutes} minutes: those whose payment page was never opened are free by then.`,
} as const
