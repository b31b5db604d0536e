import * as z from 'zod/mini'
import { invalid } from '#base/http/refusal.ts'
import { emailField, newEmailField } from '#features/accounts/rules/sign-in.ts'

/** The option that says which customer is meant. */
export const email = { help: 'the address the customer signs in with', required: true }

/** Throws a `Refusal` that says what is wrong with it. */
export const parseEmail = (value: string | undefined): string => parseAs(emailField, value)

/** The same for an address with which nobody signs in yet. */
export const parseNewEmail = (value: string | undefined): string => parseAs(newEmailField, value)

function parseAs(field: typeof emailField | typeof newEmailField, value: string | undefined): string {
  const parsed = z.safeParse(field, value)
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? 'That is not an e-mail address.')
  return parsed.data
}
