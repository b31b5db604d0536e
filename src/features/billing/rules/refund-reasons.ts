import { keysOf } from '#base/records/keys-of.ts'

/** Why money goes back by itself, in the words that are sent to the payment provider. */
export const refundReasons = {
  /** A name that was bought and never registered. */
  not_registered: 'not registered',
  /** Paid for something that another payment had paid for, or that waited for no payment any more. */
  not_needed: 'not needed',
} as const
export const refundCauses = keysOf(refundReasons)

/** Why nothing came of a payment, by cause: read after "because" and after a colon. */
export const notNeededWords = {
  paid: 'it had been paid for already',
  over: 'what it was for had been cancelled or had ended by then',
  disputed: 'another payment for it is disputed at the bank',
  closed: 'the account is closed',
} as const
export type NotNeeded = keyof typeof notNeededWords
export const notNeededCauses = keysOf(notNeededWords)
