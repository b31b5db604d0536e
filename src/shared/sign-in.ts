import * as z from 'zod/mini'
import { passwordMaxLength } from './password.ts'

export const signInMessages = {
  emailMissing: 'Email is required',
  emailInvalid: 'Please enter a valid email',
  passwordMissing: 'Password is required',
  passwordShort: 'Password must be at least 6 characters',
} as const

export const emailMaxLength = 254
export const addressLike = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** An address a person typed: trimmed and lower-cased, so that one person has one spelling. */
export const emailField = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string) => value.trim().toLowerCase()),
  ),
  z
    .string()
    .check(
      z.minLength(1, { error: signInMessages.emailMissing, abort: true }),
      z.maxLength(emailMaxLength, signInMessages.emailInvalid),
      z.regex(addressLike, signInMessages.emailInvalid),
    ),
)

/** The sign-in form and the body of the login call. */
export const signInBody = z.strictObject({
  email: emailField,
  password: z
    .string()
    .check(
      z.minLength(1, { error: signInMessages.passwordMissing, abort: true }),
      z.minLength(6, signInMessages.passwordShort),
      z.maxLength(passwordMaxLength),
    ),
})
export type SignInBody = z.output<typeof signInBody>
