import { and, eq, gte, not, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { accountAlerts } from '#base/db/schema/index.ts'
import { suspensionKind } from '../../rules/signals/account-alerts.ts'
import { askAccounts, noteForbidden, type RoundDeps, type RoundOptions } from './account-watches.ts'
import { storeAlerts } from './store-alerts.ts'

/** How far back an account is asked, and further where it was to be suspended before. */
const backMs = 30 * 24 * 3_600_000

/** Asks every Google account whose turn it is for its alerts. Returns how many were asked. */
export const askForAlerts = (deps: RoundDeps, options?: RoundOptions): Promise<number> =>
  askAccounts(
    deps,
    {
      vendor: 'google',
      patienceMs: 10_000,
      failed: 'the alerts of an account could not be asked for',
      async ask(host, { id, now }, call) {
        const heard = await host.alerts?.(await askedSince(deps.db, id, now), call)
        if (heard === 'forbidden') await noteForbidden(deps.db, id, now)
        else if (heard) await storeAlerts(deps.db, id, heard, now)
      },
    },
    options,
  )

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
