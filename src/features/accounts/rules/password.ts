import * as z from 'zod/mini'
import { boundedText } from '#base/text/outcome.ts'

export const passwordMaxLength = 200
const passwordRule = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&.]).{8,}$/s

export const passwordMessages = {
  missing: 'Please fill in all fields',
  mismatch: 'New passwords do not match',
  weak: 'Password must be at least 8 characters long and contain uppercase, lowercase, number, and special character (including .)',
  common: 'This password is on the list of commonly used passwords. Please choose another one.',
  personal:
    'The password must not contain your email address or the name of this product. Please choose another one.',
  tooLong: `Password must be at most ${passwordMaxLength} characters long`,
} as const

/** Why a new password is refused by its form alone, or undefined. Whether it is a common one only the server knows. */
function newPasswordProblem(password: string): string | undefined {
  if (password.length > passwordMaxLength) return passwordMessages.tooLong
  if (!passwordRule.test(password)) return passwordMessages.weak
  return undefined
}

/** Keyboards compose letters differently: "é" is one sign on one machine and two on another (RFC 8265, 4.2). */
export const asOneForm = (password: string): string => password.normalize('NFKC')

/** A password that someone is about to choose. */
export const newPassword = boundedText(passwordMaxLength, passwordMessages.tooLong).check(
  z.minLength(1, passwordMessages.missing),
  z.check((input) => {
    const problem = newPasswordProblem(input.value)
    if (problem) input.issues.push({ code: 'custom', message: problem, input: input.value })
  }),
)

export const changePasswordBody = z.strictObject({
  currentPassword: boundedText(passwordMaxLength).check(z.minLength(1, passwordMessages.missing)),
  newPassword,
})
