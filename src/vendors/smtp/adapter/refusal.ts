import { credentialsOf, type Meaning, VendorError, waitsForOperator } from '#vendors/client/vendor-error.ts'

/** What nodemailer says of a failure: its own code, and the server's reply code and the stage where there was one. */
interface SmtpFailure {
  code?: string
  responseCode?: number
  response?: string
  command?: string
}

const replyMaxLength = 200

/**
 * A failed hand-over in our words. The server's reply is quoted only where nobody signs in. Its code is the stage and
 * the enhanced status code, by which refusals are told alike.
 */
export function refusalOf(operation: string, error: unknown): VendorError {
  const failure = error as SmtpFailure
  const { code, responseCode, response, command } = failure
  const fail = (meaning: Meaning, reason: string) =>
    new VendorError({
      vendor: 'smtp',
      operation,
      ...meaning,
      reason,
      code: [command, enhancedOf(failure) ?? code].filter(Boolean).join(' '),
      status: responseCode,
    })
  const signingIn = code === 'EAUTH' || code === 'ENOAUTH' || command?.startsWith('AUTH')
  if (signingIn && (responseCode === undefined || responseCode >= 500))
    return fail({ kind: 'unauthorised', waitsFor: credentialsOf.smtp }, 'user name or password is wrong')
  if (signingIn) return fail({ kind: 'transient' }, 'signing in is not possible just now')
  if (responseCode === undefined)
    return fail({ kind: 'transient' }, code ? `could not be reached (${code})` : 'the connection was cut')
  const reply = (response ?? String(responseCode)).replaceAll(/\s+/g, ' ').slice(0, replyMaxLength)
  return fail(meaningOf(failure, responseCode), `answered "${reply}"`)
}

/** RFC 3463: `class.subject.detail`, right behind the reply code (RFC 2034). */
const enhancedOf = ({ response }: SmtpFailure): string | undefined =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]

/**
 * Addressing (RFC 3463, 3.2) without X.1.0, which does not say whose address it means and is used for senders too, and
 * X.1.7 and X.1.8, which mean the sender's.
 */
const badRecipient = /^5\.1\.(?:[1-6]|9|10)$/

/**
 * Only a refusal of this recipient will never change. A 554 at the same stage, or a 550 after the text, may be a quota
 * that is used up, an account that is suspended or an address that is listed: those wait until the operator has seen
 * to them. (Prolateral: `554 5.7.1 <…>: Recipient address rejected: You have exceeded your Outmail quota`.)
 */
function meaningOf(failure: SmtpFailure, responseCode: number): Meaning {
  if (responseCode < 500) return { kind: 'transient' }
  return failure.command === 'RCPT TO' && badRecipient.test(enhancedOf(failure) ?? '')
    ? { kind: 'rejected' }
    : waitsForOperator
}
