import type { AccountAction, DnsAccountAction, ProviderAccountAction } from '#base/audit/audit.ts'
import { entryOf } from '#base/records/entry-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import { healthMails } from '#features/health/rules/health-mail.ts'
import { healthModes } from '#features/health/rules/health-mode.ts'
import { activitySentence } from '#features/orders/server/activity.ts'

type Data = Record<string, unknown>

const withBilling = ({ withBilling }: Data): string => (withBilling === true ? ', with billing' : '')

const called = ({ name }: Data): string => (typeof name === 'string' ? `: ${name}` : '')

/** What an entry about an account means, as a sentence without its subject. */
const sentences: Record<AccountAction, (data: Data) => string> = {
  'credentials.removed': () => 'Removed saved credentials',
  'mailbox.password_shown': () => 'Read the password of a mailbox',
  'mailbox.password_set': () => 'Set a new password of a mailbox',
  'bulk_update.started': () => 'Started a bulk update',
  'stored_credentials.used': () => 'Used stored credentials',
  'password.changed': () => 'Changed their password',
  'password.link_sent': () => 'Asked for a link to choose another password',
  'password.reset': () => 'Gave a new one-time password',
  'second_factor.added': () => 'Set up a second factor',
  'second_factor.codes_made': () => 'Made new recovery codes',
  'second_factor.removed': () => 'Removed the second factor',
  'second_factor.required': () => 'Asked everybody of the account for a second factor',
  'second_factor.left_to_each': () => 'Left the second factor to each person',
  'passkey.added': (data) => `Added a passkey${called(data)}`,
  'passkey.renamed': (data) => `Renamed a passkey${called(data)}`,
  'passkey.removed': (data) => `Removed a passkey${called(data)}`,
  'passkey.copied': (data) => `Was refused with a passkey that looks copied${called(data)}`,
  'session.started': () => 'Signed in',
  'session.ended': () => 'Signed out',
  'session.refused': () => 'Was not let in',
  'session.reuse_detected': () => 'Came back with a copied session, which was ended',
  'customer.added': () => 'Gave access',
  'customer.open': (data) => `Opened the account${withBilling(data)}`,
  'customer.disabled': () => 'Stopped sign-in',
  'customer.suspended': (data) => `Suspended the account${withBilling(data)}`,
  'customer.erased': () => 'Erased the personal data',
  'customer.erasure_asked': () => 'Asked for the personal data to be erased',
  'customer.closing_begun': () => 'Began to close the account',
  'customer.closed': () => 'Closed the account',
  'customer.reopened': () => 'Opened the account again',
  'customer.exported': () => 'Exported everything held about them',
  'customer.price_set': ({ plan, cents, from }) =>
    `${
      typeof cents === 'number'
        ? `Set their own price for ${String(plan)}: ${formatUsd(cents)}`
        : `Ended their own price for ${String(plan)}`
    }${typeof from === 'string' ? `, from ${from} on` : ''}`,
  'customer.health_mode': ({ mode }) =>
    `Set what is done about the health of domains: ${entryOf(healthModes, String(mode))?.label ?? 'unknown'}`,
  'customer.health_mail': ({ mail }) =>
    `Set which mails about health they get: ${entryOf(healthMails, String(mail))?.label ?? 'unknown'}`,
  'customer.note_added': () => 'Wrote a note',
  'customer.note_changed': () => 'Changed a note',
  'customer.note_removed': () => 'Removed a note',
  'customer.view_started': () => 'Began to look at the product as this customer',
  'customer.view_ended': () => 'Looks at it no more',
  'customer.sessions_ended': ({ all }) => (all === true ? 'Ended every session' : 'Ended a session'),
  'refund.ordered': ({ cents, reason }) =>
    `Ordered a refund${typeof cents === 'number' ? ` of ${formatUsd(cents)}` : ''}${typeof reason === 'string' ? `: ${reason}` : ''}`,
}

const numberIn = (value: unknown): string => (typeof value === 'number' ? numberText(value) : '–')

/** The same about a tenant or a Google account. */
const accountSentences: Record<ProviderAccountAction, (data: Data) => string> = {
  'provider_account.added': ({ label }) =>
    `Added the account${typeof label === 'string' ? ` as ${label}` : ''}`,
  'provider_account.renewed': () => 'Gave it new credentials',
  'provider_account.open': () => 'Opened it: it takes new domains',
  'provider_account.draining': () => 'Drains it: it takes nothing new',
  'provider_account.closed': () => 'Closed it: it did not work',
  'provider_account.capacity': ({ domains, mailboxes, dailyRecipients }) =>
    `Set its limits: ${numberIn(domains)} domains, ${numberIn(mailboxes)} mailboxes, ${numberIn(dailyRecipients)} mails a day`,
  'provider_account.removed': ({ label }) =>
    `Removed the account${typeof label === 'string' ? ` ${label}` : ''}`,
  'provider_account.probed': ({ works, reason }) =>
    works === true
      ? 'Asked whether it works: it does'
      : `Asked whether it works: it does not${typeof reason === 'string' ? ` (${reason})` : ''}`,
}

/** The same about an account at the registrar. */
const dnsAccountSentences: Record<DnsAccountAction, (data: Data) => string> = {
  'dns_account.added': accountSentences['provider_account.added'],
  'dns_account.renewed': () => 'Gave it a new token',
  'dns_account.renamed': ({ from, to }) => `Renamed it from ${String(from)} to ${String(to)}`,
  'dns_account.open': () => 'Opened it: it takes new domains',
  'dns_account.draining': accountSentences['provider_account.draining'],
  'dns_account.probed': accountSentences['provider_account.probed'],
  'dns_account.removed': accountSentences['provider_account.removed'],
}

/** Any entry of the audit log for staff; one that has no words of its own is called by its action. */
export const historySentence = (action: string, data: Data): string =>
  withReason(action, data, activitySentence(action, data)) ??
  entryOf(sentences, action)?.(data) ??
  entryOf(accountSentences, action)?.(data) ??
  entryOf(dnsAccountSentences, action)?.(data) ??
  spelled(action)

/** Why something was forgiven is for staff alone. */
const withReason = (action: string, { reason }: Data, sentence: string | undefined): string | undefined =>
  sentence && action === 'payment.forgiven' && typeof reason === 'string'
    ? `${sentence}. Reason: ${reason}`
    : sentence

/** "work_item.answered" as "Work item answered". */
function spelled(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
