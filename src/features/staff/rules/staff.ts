import * as z from 'zod/mini'
import { staffRoleNames } from '#base/access.ts'
import { boundedText } from '#base/text/outcome.ts'
import { hasUnseen, isBlank } from '#base/text/unseen.ts'
import { newPassword } from '#features/accounts/rules/password.ts'
import { newEmailField } from '#features/accounts/rules/sign-in.ts'

/** Hours in which an invitation can be followed. */
export const invitationHours = 72
/** Minutes between a right password and the second factor. */
export const signInStepMinutes = 10
/** Minutes for which a second factor that was shown again opens what does harm. */
export const confirmedMinutes = 10
/** A console that nobody uses for so long is closed, and so is every one after a day's work. */
export const staffIdleMinutes = 60
export const staffSessionHours = 12
export const recoveryCodeCount = 10

export const staffMessages = {
  codeMissing: 'Enter the six digits that your authenticator app shows, or a recovery code.',
  codeWrong: 'This code is not right, or it has been used already. Please wait for the next one.',
  recoveryCodeWrong: 'This recovery code isn’t right, or was already used. Try another one.',
  firstCodeWrong:
    'This code is not right. If this page is open twice, scan the key of the one you opened last; otherwise wait for the next code.',
  stepOver: 'This sign-in has ended. Please start again with your address and password.',
  invitationOver:
    'This invitation has ended or was used already. If you have chosen a password, sign in with it; if not, please ask for a new invitation.',
  hasFactor: 'You have a second factor already. Please sign in with it.',
  hasAuthenticator: 'You have an authenticator already. Please enter one of its codes.',
  askAgain: 'Please confirm with your second factor first.',
  notAllowed: 'Your role does not include this. Ask an owner of this installation.',
  noColleague: 'There is no such colleague.',
  lastOwner: 'Someone has to stay owner. Make a colleague owner first.',
  nameUnseen: 'The name has characters that cannot be seen.',
  nameMissing: 'The name needs 1 to 100 characters.',
} as const

/** A code of an authenticator app, or a recovery code, with the blanks and dashes that people type. */
const codeField = boundedText(60).check(z.minLength(1, staffMessages.codeMissing))
export const codeBody = z.strictObject({ code: codeField })

export const personName = z
  .pipe(
    boundedText(200, staffMessages.nameMissing),
    z.transform((value: string) => value.trim()),
  )
  .check(
    z.check((input) => {
      if (isBlank(input.value) || input.value.length > 100)
        input.issues.push({ code: 'custom', message: staffMessages.nameMissing, input: input.value })
      // Line breaks, terminal codes, turned directions: it is read in mails, tables and terminals.
      else if (hasUnseen(input.value))
        input.issues.push({ code: 'custom', message: staffMessages.nameUnseen, input: input.value })
    }),
  )

export const inviteBody = z.strictObject({
  email: newEmailField,
  name: personName,
  role: z.enum(staffRoleNames),
})

const invitationToken = boundedText(100).check(z.minLength(1, staffMessages.invitationOver))
export const joinBody = z.strictObject({ token: invitationToken, password: newPassword })
export const invitationBody = z.strictObject({ token: invitationToken })
