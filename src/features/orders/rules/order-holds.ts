import type { groupHolds } from './order-status.ts'

export type GroupHold = (typeof groupHolds)[number]

/** What a customer is told of a group that is not served for now: in the list, in its details, and by mail. */
export interface HoldWords {
  why: string
  /** Whether it is charged meanwhile. */
  billing: string
  /** What happens next, and what helps. */
  next: string
  /** The same beside the button that does it. */
  nextInDetails?: string
}

const notBilled = 'It is not billed while it is on hold.'

export const holdWords: Record<GroupHold, HoldWords> = {
  past_due: {
    why: 'The last renewal could not be charged.',
    billing: `${notBilled} What was refused before that is still owed.`,
    next: 'Pay it, or update your card in the Payment Portal: this order then continues by itself.',
  },
  dispute: {
    why: 'A payment for this order is disputed at the bank.',
    billing: notBilled,
    next: 'It resumes by itself when the dispute is settled in favour of the payment. If it was a mistake, withdraw it at your bank.',
  },
  paused: {
    why: 'Billing for this order is paused.',
    billing: 'It is not billed while it is on hold.',
    next: 'We’re on it, and you don’t have to do anything: the order resumes automatically when billing does.',
  },
  refund: {
    why: 'This order is no longer paid for.',
    billing: notBilled,
    next: 'Pay for it again, in its Order Details on the dashboard, and it resumes by itself. Or cancel it.',
    nextInDetails: 'Pay for it again and it resumes by itself, or cancel it below.',
  },
  operator: {
    why: 'Our team has put this order on hold.',
    billing: notBilled,
    next: 'Please contact support.',
  },
}

/** Of a refused renewal whose bank had asked the payer to confirm it. */
export const unconfirmedWords: HoldWords = {
  ...holdWords.past_due,
  why: 'Your bank asked you to confirm the last renewal, and it was not confirmed.',
  next: 'Confirm the payment, or update your card in the Payment Portal: this order then continues automatically.',
}

/**
 * Whether somebody decided on a hold, rather than a card that was refused. Nothing is billed during either; this one also
 * gives up what was refused before it, unless it is only paused at the payment provider, and ends the renewal of names.
 */
export const isDeliberate = (hold: GroupHold | null | undefined): boolean => !!hold && hold !== 'past_due'

/** Whether paying again ends a hold by itself. What the operator or a bank holds is not the customer's to lift. */
export const endsByPaying = (hold: GroupHold | null | undefined): boolean => hold === 'refund'

/** Whether the money that paid for the present period is not with us: it goes back, or the bank holds it. */
export const takesPaymentBack = (hold: GroupHold | null | undefined): boolean =>
  hold === 'refund' || hold === 'dispute'

/** Days on hold after which bought names are not renewed at the registrar any more. */
export const heldNamesRenewDays = 7

/** Days before it expires that a customer is told of a name that is not renewed. */
export const expiryToldDays = 30

/** Until when names are renewed as usual although nothing is paid since `holdSince`. */
export const renewedUntil = (holdSince: Date): Date =>
  new Date(holdSince.getTime() + heldNamesRenewDays * 24 * 3600_000)

/** Mailboxes are disabled, not deleted. */
export const holdKeeps = 'The mailboxes are disabled, and everything is kept.'
