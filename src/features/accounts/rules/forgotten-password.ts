import * as z from 'zod/mini'
import { boundedText } from '#base/text/outcome.ts'
import { newPassword } from './password.ts'
import { emailField } from './sign-in.ts'

/** Minutes in which the link for a forgotten password can be followed. */
export const resetMinutes = 30

export const forgottenMessages = {
  /** The same for every address, whether or not someone signs in with it. */
  asked: `If someone signs in with this address, a mail with a link is on its way to it. The link works once, for ${resetMinutes} minutes.`,
  tooMany: 'Too many links were asked for. Look into your mailbox first, and try again in a few minutes.',
  /** Where strangers have used up the tries of an account. */
  wayPast: 'To sign in from here right away, choose “Forgot your password?” and open the link we email you.',
  linkOver: 'This link has ended or was used already. Please ask for a new one.',
  chosen: 'Your password was changed, and you are signed out everywhere. Sign in with the new one.',
} as const

export const forgotBody = z.strictObject({ email: emailField })

const resetToken = boundedText(100).check(z.minLength(1, forgottenMessages.linkOver))
export const resetBody = z.strictObject({ token: resetToken, password: newPassword })
export const resetLinkBody = z.strictObject({ token: resetToken })

/** What the page of a mailed link is told when it opens. */
export const linkState = z.object({ works: z.boolean() })
