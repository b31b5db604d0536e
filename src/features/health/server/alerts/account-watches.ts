import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { Db } from '#base/db/client.ts'
import { type AccountVendor, alertWatches } from '#base/db/schema/index.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'

const askedEveryMinutes = 15
/** A token is good for an hour: one that refuses us costs no more of them than one that answers. */
const refusedEveryMinutes = 60

export interface RoundDeps {
  db: Db
  log: Logger
  vendors: Pick<Vendors, 'mailboxHost'>
}

/** When it ends early, and by which clock it tells the time. */
export interface RoundOptions {
  signal?: AbortSignal
  clock?: () => number
}

interface Question {
  vendor: AccountVendor
  /** How long one account may wait for its place in the vendor's limit. */
  patienceMs: number
  /** The log's sentence of an account with which something unexpected went wrong. */
  failed: string
  /** Asks one account, and notes what it said. */
  ask(host: MailboxHost, account: { id: string; now: number }, call: CallContext): Promise<void>
}

/** Asks every account of a vendor whose turn it is, one process at a time. Returns how many were asked. */
export async function askAccounts(
  { db, log, vendors }: RoundDeps,
  { vendor, patienceMs, failed, ask }: Question,
  { signal, clock = Date.now }: RoundOptions = {},
): Promise<number> {
  const due = await claimAccounts(db, vendor)
  for (const [at, id] of due.entries()) {
    if (signal?.aborted) return giveBack(db, due, at)
    const now = clock()
    try {
      await ask(await vendors.mailboxHost(id), { id, now }, { purpose: 'looks', patienceMs, signal })
    } catch (error) {
      // Whoever ended us ended the question: it is nothing that the account has said.
      if (signal?.aborted) return giveBack(db, due, at)
      if (isVendorError(error, 'unauthorised')) await noteRefused(db, id, error.reason, now)
      else if (isVendorError(error)) await noteProblem(db, id, error.reason, now)
      else {
        // What is wrong with one account keeps no other from being heard.
        log.error({ err: error, account: id }, failed)
        await noteProblem(db, id, 'something unexpected, which the log has', now)
      }
    }
  }
  return due.length
}

/** Those whose turn did not come before the end are asked by whoever begins next. Returns how many were asked. */
async function giveBack(db: Db, due: readonly string[], asked: number): Promise<number> {
  for (const id of due.slice(asked)) await askSoon(db, id)
  return asked
}

async function claimAccounts(db: Db, vendor: AccountVendor): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into alert_watches as w (account_id, asked_at)
    select id, now() from provider_accounts where vendor = ${vendor} order by id
    on conflict (account_id) do update set asked_at = now()
      where w.asked_at <= now() - make_interval(mins => ${askedEveryMinutes})
    returning account_id as id`)
  return rows.map(({ id }) => id)
}

const note = (db: Db, accountId: string, of: PgUpdateSetSource<typeof alertWatches>) =>
  db.update(alertWatches).set(of).where(eq(alertWatches.accountId, accountId))

const notAsked = sql`to_timestamp(0)`

/** Who refuses us goes on doing so until somebody acts. One that was changed meanwhile stays due. */
const later = sql`case when ${alertWatches.askedAt} = ${notAsked} then ${notAsked}
  else now() + make_interval(mins => ${refusedEveryMinutes - askedEveryMinutes}) end`

/** An operator has done something about the account: its turn has come, however long it was to wait. */
export const askSoon = (db: Db, accountId: string) => note(db, accountId, { askedAt: notAsked })

/** Nobody has allowed us to ask it. */
export const noteForbidden = (db: Db, accountId: string, now: number) =>
  note(db, accountId, { isForbidden: true, problem: null, unheardSince: unheardFrom(now), askedAt: later })

/** It does not take our credentials. */
const noteRefused = (db: Db, accountId: string, problem: string, now: number) =>
  note(db, accountId, { problem, unheardSince: unheardFrom(now), askedAt: later })

/** It could not be asked at all. */
const noteProblem = (db: Db, accountId: string, problem: string, now: number) =>
  note(db, accountId, { problem, unheardSince: unheardFrom(now) })

/** It has said something; all there is, where there was no problem. */
export const noteSaid = (db: Db, accountId: string, problem: string | null, now: number) => {
  const at = new Date(now)
  return note(db, accountId, {
    saidAt: at,
    isForbidden: false,
    problem,
    ...(problem === null ? { heardAt: at, unheardSince: null } : { unheardSince: unheardFrom(now) }),
  })
}

/**
 * Since when it has not been heard whole: since now, where it was until then. Where it was not, and nobody noted since when,
 * since it was heard last.
 */
const unheardFrom = (now: number): SQL =>
  sql`coalesce(${alertWatches.unheardSince},
    case when ${alertWatches.problem} is not null or ${alertWatches.isForbidden} then ${alertWatches.heardAt} end,
    ${new Date(now).toISOString()}::timestamptz)`
