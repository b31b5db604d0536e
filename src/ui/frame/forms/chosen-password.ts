import * as z from 'zod/mini'
import {
  asOneForm,
  changePasswordBody,
  newPassword,
  passwordMessages,
} from '#features/accounts/rules/password.ts'

const repetition = z.string().check(z.minLength(1, passwordMessages.missing))

interface Typed {
  newPassword: string
  repeated: string
}

const repeats = z.refine<Typed>(
  ({ newPassword, repeated }) => asOneForm(newPassword) === asOneForm(repeated),
  {
    error: passwordMessages.mismatch,
    path: ['repeated'],
  },
)

/** A first password, typed twice. */
export const firstPasswordForm = z.object({ newPassword, repeated: repetition }).check(repeats)

/** Another password in the place of the present one. */
export const anotherPasswordForm = z.extend(changePasswordBody, { repeated: repetition }).check(repeats)
