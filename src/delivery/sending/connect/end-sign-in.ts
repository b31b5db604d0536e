import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { countOf } from '#base/text/count-of.ts'
import type { SignInCause } from '#features/tools/rules/sign-in-causes.ts'
import type { ToolMailbox } from '#vendors/ports/sending-tools.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notifyCustomer } from '../../provisioning/events.ts'
import { wake } from '../../provisioning/wake.ts'
import { isBeingSetUp, setUpLookSeconds } from '../set-up.ts'
import { beforeSignIn, claimMinutes, type SignInClaim } from './claim-sign-in.ts'
import { dropPicture } from './sign-in-pictures.ts'
import { retryMinutes, stopsAtOnce, stopsTheRest, triesMax } from './stop-rules.ts'

type Deps = Pick<Dependencies, 'db' | 'queue' | 'alert'>

/** How a sign-in ended. Only the tool's word connects. */
export type SignInEnd =
  | { state: 'connected'; mailbox: ToolMailbox }
  /** Nothing was learnt: the page closed, the tool was away. */
  | { state: 'again'; cause: SignInCause; reason: string }
  /** Trying it again the same way would end the same way. */
  | { state: 'person'; cause: SignInCause; reason: string }
  /** The tool was let in and is setting it up: the look at its name finds out what comes of it. */
  | { state: 'signed_in' }
  /** Passed over by a person: it is left as it was. */
  | { state: 'skipped' }
  /** Not tried: a process was stopped meanwhile. */
  | { state: 'given_back' }

/**
 * Writes how a sign-in ended, while it is still this one's. The name is woken by what is news to it, once none of its
 * mailboxes is waited for; where the same would happen to the rest of the tenant, the rest waits for a person as well.
 * @returns false where someone else has the mailbox by now, or has found it connected
 */
export async function endSignIn(deps: Deps, claim: SignInClaim, end: SignInEnd): Promise<boolean> {
  const { db, queue } = deps
  return db.transaction(async (tx) => {
    const before = await writeEnd(tx, claim, end)
    if (!before) return false
    const { by, isPersons } = before
    if (end.state === 'connected') await dropPicture(tx, claim)
    // What a person meets says nothing of what the browser would.
    if (by === 'browser' && isForPerson(claim, end)) await stopTheRest(deps, tx, claim, end)
    if (end.state === 'connected' || (isForPerson(claim, end) && !isPersons)) {
      const { rows } = await tx.execute(sql`
        select from mailbox_links l join mailboxes m on m.id = l.mailbox_id
        where m.name = ${claim.name} and l.connection_id = ${claim.connectionId} and l.want = 'connected'
          and l.connection in ('wanted', 'signing_in') limit 1`)
      if (rows.length === 0) await lookAgain(tx, queue, claim.name)
    }
    await notifyCustomer(tx, claim.customerId)
    return true
  })
}

/**
 * Notes what the tool knows the sign-in by, before anybody signs in: its word is told to whoever asks first. The mailbox
 * is kept for a person as long as the page that was opened is good for; a browser renews what it holds.
 */
export async function noteSession(db: Db, { token }: SignInClaim, session: string | null): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update mailbox_links set sign_in_session = ${session},
      sign_in_until = case when sign_in_by = 'person' then now() + make_interval(mins => ${claimMinutes})
        else sign_in_until end
    where sign_in_token = ${token} and sign_in_until > now()`)
  return rowCount === 1
}

/**
 * Notes that the tool is setting the mailbox up, and has its name looked at soon.
 * @param isNew it was signed in to just now; otherwise the time counts from when this was seen first
 * @returns false where that takes longer than it should, so that it may be signed in to anew
 */
export async function noteSetUp(db: Db, { token, name }: SignInClaim, isNew: boolean): Promise<boolean> {
  const { rows } = await db.execute<{ isUsual: boolean }>(sql`
    with noted as (
      update mailbox_links l
      set set_up_since = case when ${isNew} then now() else coalesce(l.set_up_since, now()) end
      where l.sign_in_token = ${token} returning ${isBeingSetUp(sql`l.set_up_since`)} as "isUsual"
    ), woken as (
      update domain_names set next_run_at = least(next_run_at, now() + make_interval(secs => ${setUpLookSeconds}))
      where name = ${name} and exists (select from noted where "isUsual")
    )
    select "isUsual" from noted`)
  return rows[0]?.isUsual ?? false
}

const isForPerson = (
  { tries }: SignInClaim,
  end: SignInEnd,
): end is Extract<SignInEnd, { state: 'again' | 'person' }> =>
  end.state === 'person' || (end.state === 'again' && tries + 1 >= triesMax)

function changesOf(claim: SignInClaim, end: SignInEnd): SQL {
  switch (end.state) {
    case 'connected':
      return sql`connection = 'connected', connection_reason = null, connection_cause = null, sign_in_tries = 0,
        sign_in_after = null, set_up_since = null, connection_since = now(), external_id = ${end.mailbox.externalId}, confirmed_at = now(), abandoned_at = null`
    case 'signed_in':
    case 'skipped':
    case 'given_back':
      return sql`connection = ${beforeSignIn}`
    default:
      return sql`connection = ${isForPerson(claim, end) ? sql`'person'` : beforeSignIn}, connection_reason = ${end.reason},
        connection_cause = ${end.cause}, sign_in_tries = sign_in_tries + 1,
        connection_since = case when l.sign_in_from = 'person' then connection_since else now() end,
        set_up_since = case when ${end.cause === 'tool-refused'} then null else set_up_since end,
        sign_in_after = now() + make_interval(mins => ${retryMinutes(claim.tries)})`
  }
}

/**
 * Nothing but the tool takes back that it is connected: it may have been asked by somebody else meanwhile.
 * @returns who had signed in, and whether it was a person's before; undefined where someone else has the mailbox by now,
 *   or has found it connected
 */
async function writeEnd(
  tx: Db,
  claim: SignInClaim,
  end: SignInEnd,
): Promise<{ by: 'browser' | 'person'; isPersons: boolean } | undefined> {
  const { rows } = await tx.execute<{ isIn: boolean; by: 'browser' | 'person'; isPersons: boolean }>(sql`
    update mailbox_links l set sign_in_token = null, sign_in_until = null, sign_in_session = null
    where sign_in_token = ${claim.token}
    returning connection = 'connected' as "isIn", sign_in_by as by, ${beforeSignIn} = 'person' as "isPersons"`)
  if (!rows[0]) return undefined
  if (rows[0].isIn && end.state !== 'connected') return undefined
  await tx.execute(sql`
    update mailbox_links l set ${changesOf(claim, end)}
    where mailbox_id = ${claim.mailboxId} and connection_id = ${claim.connectionId}`)
  return rows[0]
}

/**
 * Two equal ends in one tenant and tool are its fault, not the mailboxes'. A lock or a captcha is the tenant's own at the
 * first, whichever tool its mailboxes are for.
 */
async function stopTheRest(
  { alert }: Deps,
  tx: Db,
  claim: SignInClaim,
  { cause, reason }: { cause: SignInCause; reason: string },
): Promise<void> {
  const ofTool = stopsAtOnce.has(cause) ? sql`true` : sql`l.connection_id = ${claim.connectionId}`
  const ofTenant = sql`
    mailboxes m, domain_names n
    where m.id = l.mailbox_id and n.name = m.name and n.provider_account_id = ${claim.accountId}
      and ${ofTool} and l.want = 'connected'`
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from mailbox_links l, ${ofTenant} and l.connection = 'person' and l.connection_cause = ${cause}
      and l.sign_in_by = 'browser'`)
  if (!stopsTheRest(cause, rows[0]?.count ?? 0)) return
  const stopped = await tx.execute(sql`
    update mailbox_links l set connection = 'person', connection_cause = ${cause},
      connection_reason = ${`at another mailbox of the same tenant: ${reason}`}, connection_since = now()
    from ${ofTenant} and l.connection = 'wanted'`)
  const count = stopped.rowCount ?? 0
  const others =
    count === 0
      ? 'No other mailbox of the same tenant was waiting for a browser.'
      : `${countOf(count, 'more mailbox', 'more mailboxes')} of the same tenant wait${count === 1 ? 's' : ''} with it, so that nothing is locked.`
  await alert(tx, {
    key: `sign-in:${claim.connectionId}:${claim.accountId}:${cause}:${new Date().toISOString().slice(0, 10)}`,
    subject: 'Signing in to mailboxes has stopped',
    text: `${claim.address}: ${reason}.\n\n${others} Look with: npm run operator -- connect --list`,
  })
}

async function lookAgain(tx: Db, queue: Dependencies['queue'], name: string): Promise<void> {
  await tx.execute(sql`update domain_names set next_run_at = now() where name = ${name}`)
  await wake(tx, queue, [{ name, urgent: false }])
}
