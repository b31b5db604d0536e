import { and, eq, inArray } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { domains, mailboxes } from '#base/db/schema/index.ts'
import { notFound, ruleBroken } from '#base/http/refusal.ts'
import { numberText } from '#base/text/number-text.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { countUnheld, readMailboxLogins } from '#delivery/provisioning/mailbox-logins.ts'
import { type AskedAgain, isOwnPassword } from '#features/accounts/server/own-password.ts'
import { mailboxesCsv } from '#vendors/csv/adapter/mailboxes-csv.ts'
import { mailboxesCsvMessages } from '../rules/mailboxes-csv-messages.ts'

/**
 * User names and passwords of the mailboxes that stand on some of the customer's domains. A session alone does
 * not open them: the password is asked for every time, right or wrong is noted, and a mail tells of it. Throws a `Refusal`.
 */
export async function exportMailboxes(
  { db, secrets, outbox, config, brand }: Dependencies,
  caller: AskedAgain & { email: string; name: string },
  { domains: names, password }: { domains: readonly string[]; password: string },
): Promise<{ filename: string; csv: string; mailboxes: number; notHeld: number }> {
  const customerId = caller.id
  const note = (tx: Db, action: 'mailboxes.exported' | 'mailboxes.export_refused') =>
    audit(tx, { customerId, actor: 'customer', action, data: { names } })
  if (!(await isOwnPassword(db, caller, password))) {
    await note(db, 'mailboxes.export_refused')
    throw ruleBroken(mailboxesCsvMessages.wrongPassword, { password: mailboxesCsvMessages.wrongPassword })
  }
  const mine = and(eq(domains.customerId, customerId), inArray(domains.name, [...names]), isRunning)
  const found = await db.$count(domains, mine)
  if (found !== new Set(names).size) throw notFound('There is no such domain in your orders.')
  const rows = await readMailboxLogins(db, secrets, and(mine, eq(mailboxes.hostState, 'active')))
  const notHeld = await countUnheld(db, mine)
  if (rows.length === 0) throw ruleBroken(mailboxesCsvMessages[notHeld > 0 ? 'noneHeld' : 'noMailboxes'])
  await db.transaction(async (tx) => {
    await note(tx, 'mailboxes.exported')
    await outbox.put(tx, {
      key: `mailboxes-exported:${newId('mail')}`,
      to: caller.email,
      subject: 'Mailbox passwords were exported',
      text: [
        `Hello ${caller.name},`,
        '',
        `the user names and passwords of ${rows.length === 1 ? 'one mailbox' : `${numberText(rows.length)} mailboxes`} were exported from your account at ${brand.now.productName}.`,
        '',
        `If that was not you, change your password at once and write to ${brand.now.supportEmail}: ${config.publicUrl}/account`,
      ].join('\n'),
    })
  })
  const filename = names.length === 1 ? `mailboxes-${names[0]}.csv` : `mailboxes-${names.length}-domains.csv`
  return { filename, csv: mailboxesCsv(rows), mailboxes: rows.length, notHeld }
}
