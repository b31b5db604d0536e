import { googleState } from '#vendors/google/simulator/state.ts'
import { smtpAuthOffFor } from '#vendors/microsoft/simulator/smtp-auth.ts'
import { microsoftState } from '#vendors/microsoft/simulator/state.ts'
import type { World } from '../world.ts'
import { createGrants, type Grant, markOf } from './grants.ts'

/** Why a tool cannot read or send with what it was given, as the mail servers say it; undefined where it can. */
export interface Access {
  imap?: string
  smtp?: string
}

/** Both ways at once: what is asked for first has failed already. */
const neither = (text: string): Access => ({ imap: text, smtp: text })

/** What the hosts' mail servers make of a token, looked at again each time: passwords, mailboxes and switches change. */
export function createMailboxAccess(world: World) {
  const grants = createGrants(world)
  const microsoft = microsoftState(world.store)
  const google = googleState(world.store)

  function atMicrosoft({ userId, holder, passwordMark, scopes }: Grant): Access {
    const user = microsoft.users.get(userId)
    const tenant = microsoft.tenants.get(holder)
    if (!user || !tenant) return neither('AADSTS50034: The user account does not exist in the directory.')
    if (!user.accountEnabled) return neither('AADSTS50057: The user account is disabled.')
    if (markOf(user.password ?? '') !== passwordMark)
      return neither('AADSTS50173: The provided grant has expired due to it being revoked.')
    const mailbox = microsoft.mailboxes.get(userId)
    if (!mailbox || mailbox.readyAt > world.now()) return neither('The mailbox does not exist.')
    // SMTP AUTH off refuses tokens as well; sending through Graph does not ask it.
    const usesSmtp = scopes.some((scope) => scope.endsWith('/SMTP.Send'))
    const offFor = smtpAuthOffFor(world, tenant, mailbox)
    const usesImap = scopes.some((scope) => scope.endsWith('/IMAP.AccessAsUser.All'))
    return {
      ...(usesSmtp && {
        smtp: tenant.securityDefaults
          ? '535 5.7.139 Authentication unsuccessful, user is locked by your organization’s security defaults policy. Contact your administrator.'
          : offFor
            ? `535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the ${offFor}. Visit https://aka.ms/smtp_auth_disabled for more information.`
            : tenant.refusesUnlicensedSmtp && mailbox.type === 'SharedMailbox'
              ? '535 5.7.3 Authentication unsuccessful'
              : undefined,
      }),
      ...(usesImap && mailbox.imapEnabled === false && { imap: 'AUTHENTICATE failed.' }),
    }
  }

  function atGoogle({ userId, passwordMark }: Grant): Access {
    const user = google.users.get(userId)
    if (!user || user.suspended || markOf(user.password) !== passwordMark)
      return neither('invalid_grant: Token has been expired or revoked.')
    if (user.mailboxAt > world.now()) return neither('Mail service not enabled')
    return user.imapEnabled ? {} : { imap: '[ALERT] IMAP access is disabled for your domain. (Failure)' }
  }

  return {
    grants,
    withToken(refreshToken: string): Access {
      const grant = grants.read(refreshToken)
      if (!grant) return neither('invalid_grant: The token is not known.')
      return grant.provider === 'microsoft' ? atMicrosoft(grant) : atGoogle(grant)
    },
  }
}
