import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '#base/db/client.ts'
import { dnsAccounts, domainNames, domains } from '#base/db/schema/index.ts'
import { listOf } from '#base/mail/outbox.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'

/**
 * What of DNSimple's event is read: https://developer.dnsimple.com/v2/webhooks/events/ and its examples of
 * `domain.registration_notice` (August 2026). Only its message names the date.
 */
const noticeEvent = z.object({
  name: z.literal('domain.registration_notice'),
  data: z.object({
    domain: z.object({ name: z.string().max(253) }),
    registration_notice: z.object({ type: z.string().max(100), message: z.string().max(500) }),
  }),
})
type Notice = z.output<typeof noticeEvent>['data']['registration_notice']

/**
 * Tells the operator what the registrar says of a registration, before the registry acts on it: the contact is the
 * operator's and the same for every name of an account, so one that is not confirmed stops all of them. It is no more than
 * a word from outside: nothing else is concluded from it. Returns whether there was anything to tell.
 */
export async function takeRegistrationNotice(
  { db, alert }: Pick<Dependencies, 'db' | 'alert'>,
  event: unknown,
): Promise<boolean> {
  const parsed = noticeEvent.safeParse(event)
  if (!parsed.success) return false
  const { domain, registration_notice: notice } = parsed.data.data
  // The contact was confirmed: nobody has to act.
  if (notice.type.endsWith('_reactivation')) return false
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ name: domainNames.name, accountId: dnsAccounts.id, label: dnsAccounts.label })
      .from(domainNames)
      .innerJoin(dnsAccounts, eq(dnsAccounts.id, domainNames.dnsAccountId))
      .innerJoin(domains, and(eq(domains.name, domainNames.name), isHeld))
      .where(and(eq(domainNames.name, domain.name.toLowerCase()), eq(domainNames.registration, 'registered')))
    if (!row) return false
    const registered = await countRegistered(tx, row.accountId)
    const words = wordsOf(notice)
    await alert(tx, {
      key: `registration-notice:${row.accountId}:${notice.type}:${words.by ?? ''}`,
      about: row.name,
      write: (about) => ({
        subject: words.subject(countOf(about.count, 'domain')),
        text: [
          `DNSimple (${row.label}) says of ${countOf(about.count, 'domain')}: ${notice.message}`,
          '',
          ...listOf(about),
          '',
          `${countOf(registered, 'domain')} here ${registered === 1 ? 'is' : 'are'} registered through this account with its one contact, so all of them depend on it.`,
          '',
          words.act,
        ].join('\n'),
      }),
    })
    return true
  })
}

const countRegistered = async (tx: Db, accountId: string): Promise<number> => {
  const names = tx
    .selectDistinct({ name: domainNames.name })
    .from(domainNames)
    .innerJoin(domains, and(eq(domains.name, domainNames.name), isHeld))
    .where(and(eq(domainNames.dnsAccountId, accountId), eq(domainNames.registration, 'registered')))
  return tx.$count(names.as('registered'))
}

const confirm =
  'Confirm the contact’s email address by the message from noreply@emailverification.info or donotreply@name-services.com. If there is none, open one of these domains at DNSimple and press “Send registrant verification email”.'

/** By when it has to be done, the subject, and what to do; what is not known is told in DNSimple's own words. */
function wordsOf({ type, message }: Notice) {
  const by = /\bbefore (\d{4}-\d{2}-\d{2}T\d{2}:\d{2})/.exec(message)?.[1]
  if (type.endsWith('_suspension'))
    return {
      by,
      subject: (count: string) => `${count} suspended: the registrant contact isn’t confirmed`,
      act: `${confirm} Domains return within two days of that.`,
    }
  if (type.endsWith('_verification_notice'))
    return {
      by,
      subject: (count: string) =>
        `Confirm the registrant contact${by ? ` before ${by.replace('T', ' ')} UTC` : ' soon'}: ${count} affected`,
      act: confirm,
    }
  return {
    by,
    subject: (count: string) => `DNSimple has a notice about ${count}`,
    act: 'Open these domains at DNSimple to see what it asks for.',
  }
}
