import { and, eq, gte, not, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { suspensionKind } from '#shared/health/signals/account-alerts.ts'
import type { Db } from '../../db/client.ts'
import { accountAlerts } from '../../db/schema/index.ts'
import type { CallContext } from '../../providers/ports/call-context.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import type { Vendors } from '../../providers/vendors.ts'
import { claimAccounts, noteForbidden, noteProblem, somethingUnexpected } from './account-watches.ts'
import { storeAlerts } from './store-alerts.ts'

const askedEveryMinutes = 15
/** How far back an account is asked, and further where it was to be suspended before. */
const backMs = 30 * 24 * 3_600_000
const patienceMs = 10_000

interface AlertDeps {
  db: Db
  log: Logger
  vendors: Pick<Vendors, 'mailboxHost'>
}

/** Asks every Google account whose turn it is for its alerts, one process at a time. Returns how many were asked. */
export async function askForAlerts(
  deps: AlertDeps,
  { signal, clock = Date.now }: { signal?: AbortSignal; clock?: () => number } = {},
): Promise<number> {
  const due = await claimAccounts(deps.db, 'google', askedEveryMinutes)
  for (const accountId of due) {
    if (signal?.aborted) break
    await askAccount(deps, accountId, clock(), { purpose: 'looks', patienceMs, signal })
  }
  return due.length
}

async function askAccount(
  { db, log, vendors }: AlertDeps,
  accountId: string,
  now: number,
  call: CallContext,
): Promise<void> {
  try {
    const since = await askedSince(db, accountId, now)
    const heard = await (await vendors.mailboxHost(accountId)).alerts?.(since, call)
    if (heard === undefined) return
    if (heard === 'forbidden') await noteForbidden(db, accountId, now)
    else await storeAlerts(db, accountId, heard, now)
  } catch (error) {
    if (isVendorError(error)) {
      await noteProblem(db, accountId, error.reason, now)
      return
    }
    // What is wrong with one account keeps no other from being heard.
    log.error({ err: error, account: accountId }, 'the alerts of an account could not be asked for')
    await noteProblem(db, accountId, somethingUnexpected, now)
  }
}

/** A suspension that stands, or changed lately, stays in the list for as long: that it is over has to be heard as well. */
async function askedSince(db: Db, accountId: string, now: number): Promise<Date> {
  const lately = new Date(now - backMs)
  const [row] = await db
    .select({ at: sql<number | null>`extract(epoch from min(${accountAlerts.at}))::float8 * 1000` })
    .from(accountAlerts)
    .where(
      and(
        eq(accountAlerts.accountId, accountId),
        eq(accountAlerts.kind, suspensionKind),
        or(not(accountAlerts.isClosed), gte(accountAlerts.changedAt, lately)),
      ),
    )
  return new Date(Math.min(lately.getTime(), row?.at ?? Number.POSITIVE_INFINITY))
}
