import { credentialsOf, type Meaning, VendorError } from '../vendor-error.ts'

/** What nodemailer says of a failure: its own code, and the server's reply code where there was one. */
interface SmtpFailure {
  code?: string
  responseCode?: number
  response?: string
  command?: string
}

const replyMaxLength = 200

/** A failed hand-over in our words. The server's reply is quoted only where nobody signs in. */
export function refusalOf(operation: string, error: unknown): VendorError {
  const { code, responseCode, response, command } = error as SmtpFailure
  const fail = (meaning: Meaning, reason: string) =>
    new VendorError({ vendor: 'smtp', operation, ...meaning, reason, code, status: responseCode })
  const signingIn = code === 'EAUTH' || code === 'ENOAUTH' || command?.startsWith('AUTH')
  if (signingIn && (responseCode === undefined || responseCode >= 500))
    return fail({ kind: 'unauthorised', waitsFor: credentialsOf.smtp }, 'user name or password is wrong')
  if (signingIn) return fail({ kind: 'transient' }, 'signing in is not possible just now')
  if (responseCode === undefined)
    return fail({ kind: 'transient' }, code ? `could not be reached (${code})` : 'the connection was cut')
  const reply = (response ?? String(responseCode)).replaceAll(/\s+/g, ' ').slice(0, replyMaxLength)
  return fail({ kind: responseCode < 500 ? 'transient' : 'rejected' }, `answered "${reply}"`)
}
