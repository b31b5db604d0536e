import { and, eq, inArray } from 'drizzle-orm'
import { mailboxesCsvMessages } from '#shared/orders/mailboxes-csv-messages.ts'
import { audit } from '../../audit/audit.ts'
import { domains, mailboxes } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isRunning } from '../../domains/running.ts'
import { notFound, ruleBroken } from '../../http/refusal.ts'
import { mailboxesCsv } from '../../providers/csv/mailboxes-csv.ts'
import { readMailboxLogins } from '../../provisioning/mailbox-logins.ts'
import { type AskedAgain, isOwnPassword } from '../auth/own-password.ts'

/**
 * User names and passwords of the mailboxes that stand on some of the customer's domains. A session alone does
 * not open them: the password is asked for every time, and right or wrong is noted. Throws a `Refusal`.
 */
export async function exportMailboxes(
  { db, secrets }: Dependencies,
  caller: AskedAgain,
  { domains: names, password }: { domains: readonly string[]; password: string },
): Promise<{ filename: string; csv: string; mailboxes: number }> {
  const customerId = caller.id
  const note = (action: 'mailboxes.exported' | 'mailboxes.export_refused') =>
    audit(db, { customerId, actor: 'customer', action, data: { names } })
  if (!(await isOwnPassword(db, caller, password))) {
    await note('mailboxes.export_refused')
    throw ruleBroken(mailboxesCsvMessages.wrongPassword, { password: mailboxesCsvMessages.wrongPassword })
  }
  const mine = and(eq(domains.customerId, customerId), inArray(domains.name, [...names]), isRunning)
  const found = await db.$count(domains, mine)
  if (found !== new Set(names).size) throw notFound('There is no such domain in your orders.')
  const rows = await readMailboxLogins(db, secrets, and(mine, eq(mailboxes.hostState, 'active')))
  if (rows.length === 0) throw ruleBroken(mailboxesCsvMessages.noMailboxes)
  await note('mailboxes.exported')
  const filename = names.length === 1 ? `mailboxes-${names[0]}.csv` : `mailboxes-${names.length}-domains.csv`
  return { filename, csv: mailboxesCsv(rows), mailboxes: rows.length }
}
