import type { signInPicture, WaitingToConnect } from '#shared/api/console/work.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { isFileTool } from '#shared/tools/sending-tools.ts'
import type { Db } from '../../../db/client.ts'
import { notFound } from '../../../http/refusal.ts'
import { listWaiting } from '../../../sending/connect/claim-sign-in.ts'
import { pictureOf } from '../../../sending/connect/sign-in-pictures.ts'

/** What waits for somebody to sign in to it, the longest first. */
export async function listToConnect(db: Db): Promise<WaitingToConnect[]> {
  const rows = await listWaiting(db)
  return rows.flatMap(({ tool, customerId, email, accountId, account, since, ...row }) =>
    isFileTool(tool)
      ? []
      : [
          {
            ...row,
            tool,
            customer: { id: customerId, email },
            account: { id: accountId, label: account },
            since: since.toISOString(),
          },
        ],
  )
}

/** Throws a `Refusal` where there is none. */
export async function readPicture(db: Db, mailboxId: string): Promise<ResponseOf<typeof signInPicture>> {
  const picture = await pictureOf(db, { mailboxId })
  if (!picture) throw notFound('There is no picture of a page for this mailbox.')
  const { address, takenAt, png } = picture
  return { address, takenAt: takenAt.toISOString(), png: png.toString('base64') }
}
