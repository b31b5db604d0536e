import { sql } from 'drizzle-orm'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { SendingTool } from '#vendors/ports/sending-tools.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { SignInClaim } from './claim-sign-in.ts'

const call = { purpose: 'paid' } as const

/** Whether the first mail of a tenant or Google account is still to be sent: a sign-in there is followed to its end. */
export const owesFirstMail = async (
  { db }: Pick<Dependencies, 'db'>,
  tool: SendingTool,
  { connectionId, accountId, platform }: SignInClaim,
): Promise<boolean> =>
  Boolean(tool.signInAt(platform)?.trySending) && !(await hasConnected(db, connectionId, accountId))

/**
 * Has the tool send a mail from the first mailbox that it can use in a tenant or Google account: what hinders that one
 * hinders all the others there, and is noticed before they are signed in to. It goes to a probe mailbox where there is
 * one, else to the mailbox itself.
 * @returns why the tool could not; undefined where it could, where another mailbox has shown it, and where the tool has
 *   no such call or does not allow it to this key
 * @throws a transient VendorError while the tool does not answer
 */
export async function whyNoFirstMail(
  { db }: Pick<Dependencies, 'db'>,
  tool: SendingTool,
  { connectionId, accountId, platform, address }: SignInClaim,
): Promise<string | undefined> {
  const way = tool.signInAt(platform)
  if (!way?.trySending || (await hasConnected(db, connectionId, accountId))) return undefined
  const { rows } = await db.execute<{ address: string }>(
    sql`select address from probe_mailboxes order by vendor, created_at, id limit 1`,
  )
  try {
    return await way.trySending(address, rows[0]?.address ?? address, call)
  } catch (error) {
    if (!isVendorError(error) || error.kind === 'transient') throw error
    return undefined
  }
}

async function hasConnected(
  db: Dependencies['db'],
  connectionId: string,
  accountId: string,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from mailbox_links l
    join mailboxes m on m.id = l.mailbox_id
    join domain_names n on n.name = m.name and n.provider_account_id = ${accountId}
    where l.connection_id = ${connectionId} and l.connection = 'connected' limit 1`)
  return rows.length > 0
}
