import type { Db } from '#base/db/client.ts'
import { readSendingLimit } from '#delivery/provisioning/sending-limits.ts'
import { comparedText, hostLimitText } from '#features/accounts/rules/outside-recipients.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'

/** What a tenant lets out beside what its operator has entered: told, and not wrong, since the lower of the two counts. */
export async function limitNotes(
  db: Db,
  host: MailboxHost,
  accountId: string,
  entered: number,
): Promise<string[]> {
  if (!host.sendingLimit) return []
  const limit = await readSendingLimit(db, host, accountId, { purpose: 'waiting' })
  if (!limit) return ['How many outside recipients Microsoft lets it reach is not known at present.']
  return [hostLimitText(limit), comparedText(entered, limit)]
}
