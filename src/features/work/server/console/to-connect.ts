import type { ResponseOf } from '#base/api/endpoint.ts'
import type { Db } from '#base/db/client.ts'
import { notFound } from '#base/http/refusal.ts'
import { listWaiting } from '#delivery/sending/connect/claim-sign-in.ts'
import { pictureOf } from '#delivery/sending/connect/sign-in-pictures.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import type { signInPicture, WaitingToConnect } from '../../api/console-work.ts'

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
