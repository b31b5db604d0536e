import { comparedText, hostLimitText } from '#shared/accounts/outside-recipients.ts'
import type { Db } from '../../db/client.ts'
import type { MailboxHost } from '../../providers/ports/mailbox-hosts.ts'
import { readSendingLimit } from '../../provisioning/sending-limits.ts'

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
