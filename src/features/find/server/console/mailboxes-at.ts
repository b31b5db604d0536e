import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { beginsWith } from '#base/db/like-beginning.ts'
import { customers, mailboxes, mailboxLinks, personas } from '#base/db/schema/index.ts'
import type { Found } from '../../api/console-find.ts'
import { findAtMost } from '../../rules/find-anything.ts'

/** Mailboxes whose addresses begin with a text in lower case, removed ones as well. */
export async function mailboxesAt(db: Db, text: string): Promise<Found[]> {
  const at = text.indexOf('@')
  if (at === 0) return []
  const condition =
    at < 0
      ? beginsWith(mailboxes.localPart, text)
      : and(eq(mailboxes.localPart, text.slice(0, at)), beginsWith(mailboxes.name, text.slice(at + 1)))
  return read(db, condition)
}

/** Our id of a mailbox, its host's, or its sending tool's. */
export const mailboxesKnownBy = (db: Db, id: string): Promise<Found[]> =>
  read(
    db,
    sql`${mailboxes.id} in (
      select id from ${mailboxes} where id = ${id.toLowerCase()}
      union all select id from ${mailboxes} where external_id = ${id}
      union all select mailbox_id from ${mailboxLinks} where external_id = ${id})`,
    id,
  )

async function read(db: Db, condition: SQL | undefined, matched?: string): Promise<Found[]> {
  // The few that are shown are chosen before anything is looked up about them.
  const few = db
    .select({
      id: mailboxes.id,
      localPart: mailboxes.localPart,
      name: mailboxes.name,
      want: mailboxes.want,
      customerId: mailboxes.customerId,
      personaId: mailboxes.personaId,
    })
    .from(mailboxes)
    .where(condition)
    .orderBy(sql`${mailboxes.localPart} using ~<~`, sql`${mailboxes.name} using ~<~`)
    .limit(findAtMost)
    .as('few')
  const rows = await db
    .select({
      id: few.id,
      localPart: few.localPart,
      name: few.name,
      want: few.want,
      customer: customers.name,
      firstName: personas.firstName,
      lastName: personas.lastName,
    })
    .from(few)
    .innerJoin(customers, eq(customers.id, few.customerId))
    .innerJoin(personas, eq(personas.id, few.personaId))
    .orderBy(few.localPart, few.name)
  return rows.map(({ id, localPart, name, want, customer, firstName, lastName }) => ({
    kind: 'mailbox',
    title: `${localPart}@${name}`,
    detail: [`${firstName} ${lastName}`, customer, ...(want === 'purged' ? ['removed'] : [])].join(' · '),
    ...(matched !== undefined && { matched }),
    page: { kind: 'mailbox', id },
  }))
}
