import * as z from 'zod/mini'
import { asOneForm, changePasswordBody, passwordMessages } from '../rules/password.ts'

/** What the form holds: the call's body and the new password once more. */
export const resetPasswordForm = z
  .extend(changePasswordBody, { confirmPassword: z.string().check(z.minLength(1, passwordMessages.missing)) })
  .check(
    z.refine(({ newPassword, confirmPassword }) => asOneForm(newPassword) === asOneForm(confirmPassword), {
      error: passwordMessages.mismatch,
      path: ['confirmPassword'],
    }),
  )
export type ResetPasswordForm = z.output<typeof resetPasswordForm>
