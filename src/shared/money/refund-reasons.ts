/** Why money goes back by itself: noted with the refund and sent to the payment provider. */
export const refundReasons = {
  /** A name that was bought and never registered. */
  notRegistered: 'not registered',
  /** Paid for something that another payment had paid for, or that waited for no payment any more. */
  notNeeded: 'not needed',
} as const

/** Why nothing came of a payment, by cause: read after "because" and after a colon. */
export const notNeededWords = {
  paid: 'it had been paid for already',
  over: 'what it was for had been cancelled or had ended by then',
  disputed: 'another payment for it is disputed at the bank',
  closed: 'the account is closed',
} as const
export type NotNeeded = keyof typeof notNeededWords
export const notNeededCauses = Object.keys(notNeededWords) as [NotNeeded, ...NotNeeded[]]
