import { runEach } from '#vendors/client/run-each.ts'
import { isVendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { SignInPreparation } from '#vendors/ports/sign-in-readiness.ts'
import { asksFor } from './consent-scopes.ts'
import type { Exchange } from './exchange-invoke-command.ts'

/** Each cmdlet takes a second or so. */
const concurrency = 8

/**
 * Switches on what an app's scopes use and a mailbox has off: SMTP AUTH, which stops tokens as well as passwords, and
 * IMAP. Sending through Graph takes neither. Returns why a person has to do it, where we may not.
 */
export async function allowMailProtocols(
  exchange: Exchange | undefined,
  { scopes, mailboxes }: Pick<SignInPreparation, 'scopes' | 'mailboxes'>,
  ctx: CallContext = {},
): Promise<string | undefined> {
  const smtp = asksFor(scopes, 'SMTP.Send')
  const imap = asksFor(scopes, 'IMAP.AccessAsUser.All')
  if (mailboxes.length === 0 || !(smtp || imap)) return undefined
  // On in every mailbox unless someone switched it off, which cannot be seen then.
  if (!exchange && !smtp) return undefined
  if (!exchange) return 'SMTP AUTH cannot be read or switched on without EXCHANGE_UNDOCUMENTED'
  try {
    const offInTenant = smtp && (await exchange.smtpAuthOffInTenant(ctx))
    const outcomes = await runEach(mailboxes, concurrency, async ({ address }) => {
      const now = await exchange.mailProtocols(address, ctx)
      const changes = {
        ...(smtp && (now.smtpAuthOff ?? offInTenant) && { smtpAuthOff: false }),
        ...(imap && now.imapOn === false && { imapOn: true }),
      }
      if (Object.keys(changes).length > 0) await exchange.setMailProtocols(address, changes, ctx)
    })
    const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]))
    // What mends itself is tried again before a person is asked for the rest.
    const failure = failures.find(({ kind }) => kind !== 'rejected') ?? failures[0]
    if (failure) throw failure
    return undefined
  } catch (error) {
    if (!isVendorError(error)) throw error
    if (error.kind === 'not_found')
      throw reworded(error, waitsForVendor, 'Exchange does not show the mailbox yet')
    if (error.status === 403 || error.kind === 'rejected') return error.reason
    throw error
  }
}
