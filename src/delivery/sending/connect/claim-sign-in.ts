import { createHash, randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { isRunningAs } from '../../domains/running.ts'
import { isBeingSetUp } from '../set-up.ts'

/** So long a mailbox is kept for a person: the tools' pages are good for ten minutes. */
export const claimMinutes = 10

/** A mailbox that someone is about to sign in to, and nobody else meanwhile. */
export interface SignInClaim {
  token: string
  mailboxId: string
  connectionId: string
  /** Where the mailbox stands: the Microsoft tenant or Google account. */
  accountId: string
  domainId: string
  customerId: string
  name: string
  address: string
  platform: Platform
  /** The sealed password. */
  secret: string
  /** What the tool knows the sign-in by, once its page was opened. */
  session: string | null
  /** Sign-ins that came to nothing before. */
  tries: number
  /** Why it is not connected yet, where that is known. */
  reason: string | null
}

/** Mailboxes that stand at their host and are served, with all that a claim tells. */
const claimable = sql`
  from mailbox_links l
  join mailboxes m on m.id = l.mailbox_id and m.want = 'active' and m.host_state = 'active' and m.secret is not null
  join domains d on d.id = m.domain_id and ${isRunningAs('d')}
  join bundles b on b.id = d.bundle_id and b.connection_id = l.connection_id and b.status = 'live' and b.hold is null
  join customers c on c.id = d.customer_id and c.suspended_at is null
  join domain_names n on n.name = m.name and n.provider_account_id is not null`

const told = (token: SQL) => sql`
  ${token} as token, l.mailbox_id as "mailboxId", l.connection_id as "connectionId",
  n.provider_account_id as "accountId", d.id as "domainId", d.customer_id as "customerId", n.name,
  lower(m.local_part || '@' || m.name) as address, d.platform, m.secret, l.sign_in_session as session,
  l.sign_in_tries as tries, l.connection_reason as reason`

const isLetIn = isBeingSetUp(sql`l.set_up_since`)

const isFree = sql`(l.sign_in_until is null or l.sign_in_until < now()) and not ${isLetIn}`

/** Where a link (`l`) goes back to when nothing comes of its sign-in: to a browser, or to a person. */
export const beforeSignIn = sql`coalesce(l.sign_in_from, case when l.sign_in_by = 'person' then 'person' else 'wanted' end)`

/**
 * Takes the next mailbox for a browser; undefined while there is none. One at a time in each tenant, whoever asks: a
 * tenant that is locked or that wants more than a password is to be noticed at the first, not at the fiftieth. It is a
 * lease, renewed while the browser works (`renewClaim`).
 */
export function claimForBrowser(
  db: Db,
  leaseSeconds: number,
  only?: { connectionId: string },
): Promise<SignInClaim | undefined> {
  const isAsked = only ? sql`l.connection_id = ${only.connectionId}` : sql`true`
  return claim(
    db,
    'browser',
    sql`l.want = 'connected' and ${isFree} and ${isAsked}
      and (l.connection = 'wanted' or (l.connection = 'signing_in' and ${beforeSignIn} = 'wanted'))
      and (l.sign_in_after is null or l.sign_in_after <= now())
      and not exists (
        select from mailbox_links ol
        join mailboxes om on om.id = ol.mailbox_id
        join domain_names other on other.name = om.name
        where ol.connection = 'signing_in' and ol.sign_in_by = 'browser' and ol.sign_in_until > now()
          and other.provider_account_id = n.provider_account_id)`,
    leaseSeconds,
  )
}

/** Keeps what a browser holds; false where somebody else may have it by now. */
export async function renewClaim(db: Db, token: string, leaseSeconds: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update mailbox_links set sign_in_until = now() + make_interval(secs => ${leaseSeconds})
    where sign_in_token = ${token} and sign_in_until > now()`)
  return rowCount === 1
}

/** Whose mailboxes a person connects: those of a customer's domain, or of one connection, also in one account alone. */
export type PersonsMailboxes =
  | { connectionId: string; accountId?: string | null }
  | { customerId: string; domainId: string }

const isAmong = (of: PersonsMailboxes): SQL =>
  'domainId' in of
    ? sql`(d.customer_id = ${of.customerId} and d.id = ${of.domainId})`
    : sql`(l.connection_id = ${of.connectionId}
        and n.provider_account_id = coalesce(${of.accountId ?? null}, n.provider_account_id))`

/** What a person may sign in to: also what a browser would, since a person is always allowed to. */
const isForPerson = (of: PersonsMailboxes): SQL =>
  sql`l.want = 'connected' and l.connection in ('wanted', 'person', 'signing_in') and ${isFree} and ${isAmong(of)}`

/** How many mailboxes of a domain, given its id, wait for a person or are being signed in to by one. */
export const waitingForPerson = (domainId: SQL): SQL<number> => sql`(
  select count(*)::int from mailbox_links l join mailboxes m on m.id = l.mailbox_id and m.want = 'active'
  where m.domain_id = ${domainId} and l.want = 'connected' and not ${isLetIn}
    and (l.connection = 'person' or (l.connection = 'signing_in' and l.sign_in_by = 'person')))`

/**
 * The token under which someone's page holds its mailbox, made of a secret of the page's own: it names nothing outside
 * of what that page may connect.
 */
export const tokenOfSeat = (of: PersonsMailboxes, seat: string): string =>
  createHash('sha256')
    .update(JSON.stringify([of, seat]))
    .digest('base64url')

interface PersonsChoice {
  /** Those that they have skipped. */
  except?: readonly string[]
  /** Where they hold one by this token already, that one is theirs again. */
  token?: string
}

const isSkipped = (except: readonly string[]): SQL =>
  sql`l.mailbox_id = any(${sql.param([...except])}::text[])`

/** Takes the next mailbox for a person. */
export const claimForPerson = (
  db: Db,
  of: PersonsMailboxes,
  { except = [], token }: PersonsChoice = {},
): Promise<SignInClaim | undefined> =>
  claim(db, 'person', sql`${isForPerson(of)} and not ${isSkipped(except)}`, claimMinutes * 60, token)

/** How far connecting is. */
interface Progress extends Record<string, number> {
  connected: number
  /** Of all that are to be. */
  total: number
  /** That a person has before them. */
  left: number
  /** That the tool was let in to, and is setting up. */
  settingUp: number
}

export async function readProgress(
  db: Db,
  of: PersonsMailboxes,
  except: readonly string[] = [],
): Promise<Progress> {
  const { rows } = await db.execute<Progress>(sql`
    select count(*)::int as total, count(*) filter (where l.connection = 'connected')::int as connected,
      count(*) filter (where l.connection <> 'connected' and ${isLetIn})::int as "settingUp",
      count(*) filter (where ${isForPerson(of)} and not ${isSkipped(except)})::int as left
    ${claimable} where l.want = 'connected' and ${isAmong(of)}`)
  return rows[0] ?? { connected: 0, total: 0, left: 0, settingUp: 0 }
}

export interface WaitingForPerson {
  connectionId: string
  tool: SendingToolId
  customerId: string
  email: string
  accountId: string
  /** The label of the tenant or Google account. */
  account: string
  count: number
  since: Date
  cause: string | null
  reason: string | null
  /** The id of a mailbox of them whose page was photographed. */
  pictureOf: string | null
}

/** What waits for a person, by sending tool, account and cause, the longest first. */
export async function listWaiting(db: Db): Promise<WaitingForPerson[]> {
  const { rows } = await db.execute<Record<keyof WaitingForPerson, unknown> & { since: string }>(sql`
    select l.connection_id as "connectionId", t.kind as tool, c.id as "customerId", c.email, a.id as "accountId",
      a.label as account, count(*)::int as count, min(p.mailbox_id) as "pictureOf",
      min(l.connection_since)::text as since, l.connection_cause as cause, min(l.connection_reason) as reason
    ${claimable}
    join tool_connections t on t.id = l.connection_id
    join provider_accounts a on a.id = n.provider_account_id
    left join sign_in_pictures p on p.mailbox_id = l.mailbox_id and p.connection_id = l.connection_id
    where l.want = 'connected' and l.connection = 'person' and not ${isLetIn}
    group by l.connection_id, t.kind, c.id, a.id, l.connection_cause
    order by min(l.connection_since)`)
  return (rows as (WaitingForPerson & { since: string })[]).map((row) => ({
    ...row,
    since: new Date(row.since),
  }))
}

/** How many mailboxes have been left to a browser for half an hour without one trying them. */
export async function leftToNobody(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count ${claimable}
    where l.want = 'connected' and l.connection = 'wanted' and l.connection_since < now() - interval '30 minutes'
      and not exists (
        select from mailbox_links ol where ol.sign_in_by = 'browser'
          and (ol.connection_since > now() - interval '30 minutes' or ol.sign_in_until > now()))`)
  return rows[0]?.count ?? 0
}

/**
 * What somebody has held and left, with the page closed, goes back to where it was, so that it is listed there again.
 * Of a browser's the next sign-in takes care.
 */
export async function giveBackLeft(db: Db): Promise<void> {
  await db.execute(sql`
    update mailbox_links l set connection = ${beforeSignIn}, sign_in_token = null, sign_in_session = null, sign_in_until = null
    where l.connection = 'signing_in' and l.sign_in_by = 'person' and l.sign_in_until < now()`)
}

/** The claim that goes by this token, while it holds. */
export async function claimOf(db: Db, token: string): Promise<SignInClaim | undefined> {
  const { rows } = await db.execute<SignInClaim & Record<string, unknown>>(
    sql`select ${told(sql`l.sign_in_token`)} ${claimable} where l.sign_in_token = ${token} and l.sign_in_until > now()`,
  )
  return rows[0]
}

async function claim(
  db: Db,
  by: 'browser' | 'person',
  which: SQL,
  seconds: number,
  known?: string,
): Promise<SignInClaim | undefined> {
  const token = known ?? randomUUID()
  return db.transaction(async (tx) => {
    // Two that looked at the same moment would take two mailboxes of one tenant, or for one page.
    const line = by === 'browser' ? 'sign-ins' : known
    if (line) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${line}, 0))`)
    // Nothing can be held by a new token.
    const held = known && (await claimOf(tx, known))
    if (held) return held
    const { rows } = await tx.execute<SignInClaim & { isLeft: boolean } & Record<string, unknown>>(sql`
      with next as (
        select ${told(sql`${token}`)}, l.connection = 'signing_in' and l.sign_in_by = 'browser' as "isLeft"
        ${claimable} where ${which}
        order by (l.connection = 'person'), l.created_at, m.local_part limit 1
        for update of l skip locked
      )
      update mailbox_links l set connection = 'signing_in', sign_in_token = ${token},
        sign_in_tries = l.sign_in_tries + next."isLeft"::int,
        sign_in_from = case when l.connection = 'signing_in' then ${beforeSignIn} else l.connection end,
        sign_in_by = ${by}, sign_in_session = null,
        sign_in_until = now() + make_interval(secs => ${seconds})
      from next where l.mailbox_id = next."mailboxId" and l.connection_id = next."connectionId"
      returning next.*`)
    if (!rows[0]) return undefined
    // A browser that had it before has left it: that try came to nothing as well.
    const { isLeft, ...row } = rows[0]
    return { ...row, session: null, tries: row.tries + Number(isLeft) }
  })
}
