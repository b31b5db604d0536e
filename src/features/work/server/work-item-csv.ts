import { eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { mailboxes, workItems } from '#base/db/schema/index.ts'
import { notFound, ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { readMailboxLogins } from '#delivery/provisioning/mailbox-logins.ts'
import { mailboxesCsv } from '#vendors/csv/adapter/mailboxes-csv.ts'

/**
 * The mailboxes that someone is asked to upload, with their passwords, for the sending tool's own uploader. Who
 * took the file is noted. Throws a `Refusal` for an item that needs none.
 */
export async function workItemCsv(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  id: string,
): Promise<{ domain: string; csv: string }> {
  const [item] = await db.select().from(workItems).where(eq(workItems.id, id))
  if (!item) throw notFound(`There is no work item ${id}.`)
  if (item.kind !== 'tool_upload') throw ruleBroken(`A work item of the kind ${item.kind} needs no file.`)
  const rows = await readMailboxLogins(db, secrets, eq(mailboxes.name, item.subject))
  await audit(db, {
    customerId: item.customerId ?? undefined,
    actor: 'operator',
    action: 'work_item.exported',
    subject: id,
    data: { about: item.subject },
  })
  return { domain: item.subject, csv: mailboxesCsv(rows) }
}
