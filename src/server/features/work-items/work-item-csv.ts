import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { audit } from '../../audit.ts'
import { domains, mailboxes, personas, workItems } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notFound, ruleBroken } from '../../http/refusal.ts'
import { mailboxesCsv } from '../../providers/csv/mailboxes-csv.ts'
import { placeOf } from '../../sealed-columns.ts'

/**
 * The mailboxes that somebody is asked to upload, with their passwords, for the sending tool's own uploader. Who
 * took the file is noted. Throws a `Refusal` for an item that needs none.
 */
export async function workItemCsv(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  id: string,
): Promise<string> {
  const [item] = await db.select().from(workItems).where(eq(workItems.id, id))
  if (!item) throw notFound(`There is no work item ${id}.`)
  if (item.kind !== 'tool_upload') throw ruleBroken(`A work item of the kind ${item.kind} needs no file.`)
  const rows = await db
    .select({
      id: mailboxes.id,
      localPart: mailboxes.localPart,
      secret: mailboxes.secret,
      firstName: personas.firstName,
      lastName: personas.lastName,
      platform: domains.platform,
    })
    .from(mailboxes)
    .innerJoin(personas, eq(personas.id, mailboxes.personaId))
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .where(and(eq(mailboxes.name, item.subject), eq(mailboxes.want, 'active'), isNotNull(mailboxes.secret)))
    .orderBy(asc(mailboxes.localPart))
  await audit(db, {
    customerId: item.customerId ?? undefined,
    actor: 'operator',
    action: 'work_item.exported',
    subject: id,
    data: { about: item.subject },
  })
  return mailboxesCsv(
    rows.map((row) => ({
      email: `${row.localPart}@${item.subject}`,
      firstName: row.firstName,
      lastName: row.lastName,
      password: secrets.open(row.secret as string, placeOf.mailbox(row.id)),
      platform: row.platform,
    })),
  )
}
