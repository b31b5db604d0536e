import * as z from 'zod/mini'
import { boundedText } from '#base/text/outcome.ts'
import { passwordMaxLength } from './password.ts'

export const signInMessages = {
  emailMissing: 'Email is required',
  emailInvalid: 'Please enter a valid email',
  passwordMissing: 'Password is required',
  passwordShort: 'Password must be at least 6 characters',
} as const

const emailMaxLength = 254
/** Something, an @, and a host with a dot inside it. */
export const addressLike = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/
/** With the blanks around it that a paste brings. */
const typedEmailMaxLength = emailMaxLength + 100

/** An address a person typed: trimmed and lower-cased, so that one person has one spelling. */
export const emailField = z.pipe(
  z.pipe(
    boundedText(typedEmailMaxLength, signInMessages.emailInvalid),
    z.transform((value: string) => value.trim().toLowerCase()),
  ),
  boundedText(emailMaxLength, signInMessages.emailInvalid).check(
    z.minLength(1, { error: signInMessages.emailMissing, abort: true }),
    z.regex(addressLike, signInMessages.emailInvalid),
  ),
)

const reservedAddress = 'Addresses under .invalid are reserved: nobody can receive mail there.'

/** Under `.invalid` no address is ever anybody's (RFC 2606): what is nobody's here, or was erased, has one. */
export const isNobodys = (address: string): boolean => address.endsWith('.invalid')

/**
 * The address of someone who is to sign in from now on, a customer or one of the staff: without the quotes, brackets and
 * comments that a mail's header may have around one. Those who have such an address already keep it.
 */
export const newEmailField = emailField.check(
  z.regex(z.regexes.email, signInMessages.emailInvalid),
  z.refine((address) => !isNobodys(address), reservedAddress),
)

/** The sign-in form and the body of the login call. */
export const signInBody = z.strictObject({
  email: emailField,
  password: boundedText(passwordMaxLength).check(
    z.minLength(1, { error: signInMessages.passwordMissing, abort: true }),
    z.minLength(6, signInMessages.passwordShort),
  ),
})
export type SignInBody = z.output<typeof signInBody>
