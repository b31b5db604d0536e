import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { beginsWith } from '#base/db/like-beginning.ts'
import { bundles, domains, mailboxes, personas } from '#base/db/schema/index.ts'
import { isRunning } from '#delivery/domains/running.ts'
import type { FoundMailbox } from '../api/search.ts'
import { mailboxSearchAtMost, mailboxSearchMinLength } from '../rules/mailbox-search.ts'

/**
 * The customer's mailboxes whose addresses begin with the text, sorted by address: those that are wanted, on domains
 * that run. A text that is too short finds none.
 */
export async function findMailboxes(db: Db, customerId: string, typed: string): Promise<FoundMailbox[]> {
  const text = typed.trim().toLowerCase()
  if (text.length < mailboxSearchMinLength) return []
  const rows = await db
    .select({
      localPart: mailboxes.localPart,
      name: mailboxes.name,
      firstName: personas.firstName,
      lastName: personas.lastName,
      orderId: bundles.orderId,
      groupId: bundles.id,
    })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(personas, eq(personas.id, mailboxes.personaId))
    .where(
      and(
        eq(mailboxes.customerId, customerId),
        eq(mailboxes.want, 'active'),
        isRunning,
        addressBeginsWith(text),
      ),
    )
    .orderBy(asc(mailboxes.localPart), asc(mailboxes.name))
    .limit(mailboxSearchAtMost)
  return rows.map(({ localPart, name, firstName, lastName, orderId, groupId }) => ({
    address: `${localPart}@${name}`,
    fullName: `${firstName} ${lastName}`,
    orderId,
    groupId,
  }))
}

/** What stands before an @ is the whole local part, and only its beginning while there is none. */
function addressBeginsWith(text: string): SQL | undefined {
  const at = text.indexOf('@')
  if (at < 0) return beginsWith(mailboxes.localPart, text)
  return and(eq(mailboxes.localPart, text.slice(0, at)), beginsWith(mailboxes.name, text.slice(at + 1)))
}
