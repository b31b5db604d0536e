import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import type { Sandbox } from '#vendors/sandbox/sandbox.ts'
import type { SmartleadAccount } from '#vendors/smartlead/simulator/state.ts'

/**
 * What is wrong with how a name's mailboxes were signed in to: each account of a tool was signed in to once since it is
 * there, and no mailbox that the tool is to have is held for a sign-in or waits for one. Empty when all is well.
 */
export async function signInDifferences(
  db: Db,
  { store }: Pick<Sandbox, 'store'>,
  name: string,
): Promise<string[]> {
  const times = [
    ...store
      .collection<InstantlyAccount>('instantly.accounts')
      .list()
      .map(({ email, signIns = 0 }) => ({ email, signIns })),
    ...store
      .collection<SmartleadAccount>('smartlead.accounts')
      .list()
      .map(({ fromEmail, signIns = 0 }) => ({ email: fromEmail, signIns })),
  ].filter(({ email, signIns }) => email.endsWith(`@${name}`) && signIns !== 1)
  const { rows } = await db.execute<{ address: string; connection: string }>(sql`
    select m.local_part || '@' || m.name as address, l.connection
    from mailbox_links l join mailboxes m on m.id = l.mailbox_id
    where m.name = ${name} and l.want = 'connected'
      and (l.sign_in_until > now() or l.connection in ('wanted', 'signing_in', 'person'))`)
  return [
    ...times.map(({ email, signIns }) => `${email} was signed in to ${signIns} times`),
    ...rows.map(({ address, connection }) => `${address} is still to be signed in to (${connection})`),
  ]
}

/** How many sign-ins Instantly still waits for, and would take an account from; each ends after ten minutes. */
export const openSessions = ({ store }: Pick<Sandbox, 'store'>): number =>
  store
    .collection<{ outcome?: unknown }>('instantly.oauthSessions')
    .list()
    .filter(({ outcome }) => outcome === undefined).length
