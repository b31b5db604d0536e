import type { OpenPayment } from '#features/checkout/api/ended-payments.ts'
import { priceChangedMessage, type Quote } from '#features/checkout/rules/pricing.ts'
import { staffMessages } from '#features/staff/rules/staff.ts'
import type { ErrorCode } from '../api/errors.ts'

export interface RefusalDetails {
  fields?: Record<string, string>
  details?: unknown
  retryAfterMs?: number
  /** What to give on the command line instead. Said only there: elsewhere the message is all that is read. */
  command?: string
  /** What the command that was refused takes so that it is done all the same. Said only there as well. */
  option?: string
}

/** A command of the operator's, as it is typed. */
export const operatorCommand = (command: string): string => `npm run operator -- ${command}`

/** An expected "no": its message is fit for a toast. Everything else that is thrown is a surprise. */
export class Refusal extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly more: RefusalDetails

  constructor(status: number, code: ErrorCode, message: string, more: RefusalDetails = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.more = more
  }
}

export const invalid = (message: string, fields?: Record<string, string>) =>
  new Refusal(400, 'invalid', message, { fields })
/** Credentials that are not as their schema wants them, whose messages say what to enter. */
export const incompleteCredentials = ({ issues }: { issues: readonly { message: string }[] }) =>
  invalid(
    ['The credentials are not complete', ...new Set(issues.map(({ message }) => message))]
      .map((each) => `${each}.`)
      .join(' '),
  )
export const unauthenticated = (message = 'Please sign in.') => new Refusal(401, 'unauthenticated', message)
export const forbidden = (message: string) => new Refusal(403, 'forbidden', message)
/** Whoever has a second factor shows it once more first. */
export const confirmRequired = () => new Refusal(403, 'confirm_required', staffMessages.askAgain)
/** Also for what exists but belongs to someone else. */
export const notFound = (message: string) => new Refusal(404, 'not_found', message)
export const conflict = (message: string, details?: unknown) =>
  new Refusal(409, 'conflict', message, { details })
/** A conflict that a command of the operator's undoes or goes around, beside what its message says of buttons. */
export const conflictUndoneBy = (command: string, message: string, option?: string) =>
  new Refusal(409, 'conflict', message, { command, ...(option && { option }) })
/** With the open pages, which the customer has to agree to end. */
export const endsPayment = (payments: readonly OpenPayment[]) =>
  new Refusal(
    409,
    'ends_payment',
    'A payment for more than this is open in another window. If you continue here, that payment page closes.',
    { details: { payments } },
  )
/** With the new offer, which the customer has to see before paying. */
export const priceChanged = (quote: Quote) =>
  new Refusal(409, 'price_changed', priceChangedMessage, { details: quote })
/** The page that asks shows one customer, and the session is another's, who has signed in in another tab. */
export const otherCustomer = () =>
  new Refusal(
    409,
    'other_customer',
    'Another account is signed in in this browser now. Please reload the page.',
  )
/** What the change started from is no longer so; with what is now, so that the caller can continue from there. */
export const changedMeanwhile = (message: string, details: unknown) =>
  new Refusal(409, 'changed_meanwhile', message, { details })
export const ruleBroken = (message: string, fields?: Record<string, string>) =>
  new Refusal(422, 'rule_broken', message, { fields })
export const rateLimited = (message: string, retryAfterMs: number) =>
  new Refusal(429, 'rate_limited', message, { retryAfterMs })
export const unavailable = (message: string, retryAfterMs = 5_000) =>
  new Refusal(503, 'unavailable', message, { retryAfterMs })
