import * as z from 'zod/mini'
import { boundedText } from '#base/text/outcome.ts'
import { newEmailField } from '#features/accounts/rules/sign-in.ts'
import { personName } from '#features/staff/rules/staff.ts'
import { noteMaxLength, noteMissing } from './customer-notes.ts'

/** Acts that touch more domains than this want the customer's address typed first. */
export const typedAddressOver = 50

export const customerActMessages = {
  noCustomer: 'There is no such customer.',
  addressWanted: 'Type the customer’s address to go on.',
  noNote: 'There is no such note of yours.',
  noSession: 'This session has ended already.',
  noMember: 'Nobody like that signs in for this customer.',
  noRefund: 'There is no such refund.',
  noPayment: 'This customer has made no such payment.',
  reasonMissing: 'Say why. The same reason again is the same refund.',
  amountWrong: 'Give the amount in dollars, such as 12.50.',
} as const

/** Whether an address was typed as it stands, blanks and case aside. */
export const isTyped = (typed: string | undefined, email: string): boolean =>
  typed?.trim().toLowerCase() === email.toLowerCase()

export const addCustomerBody = z.strictObject({ email: newEmailField, name: personName })

export const noteBody = z.strictObject({
  text: z
    .pipe(
      boundedText(noteMaxLength),
      z.transform((text: string) => text.trim()),
    )
    .check(z.minLength(1, noteMissing)),
})

const refundMaxCents = 1_000_000_00

export const refundBody = z.strictObject({
  /** What is given back: what was paid with a checkout, or a renewal by its invoice. */
  of: z.union([
    z.strictObject({ checkoutId: boundedText(60) }),
    z.strictObject({ invoiceId: boundedText(60) }),
  ]),
  /** All that is left when absent. */
  cents: z.optional(z.int().check(z.minimum(1), z.maximum(refundMaxCents))),
  reason: z
    .pipe(
      boundedText(300),
      z.transform((text: string) => text.trim()),
    )
    .check(z.minLength(1, customerActMessages.reasonMissing)),
})
