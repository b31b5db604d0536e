import { and, asc, eq, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { type AccountVendor, accountAlerts, alertWatches, providerAccounts } from '#base/db/schema/index.ts'
import { type AccountStanding, accountStanding } from '../../rules/signals/account-alerts.ts'
import { asAccountAlert, readColumns } from './read-alerts.ts'

/** Of one account, where its id is given; else of every one. */
const only = (accountId: string | undefined): SQL | undefined =>
  accountId === undefined ? undefined : eq(providerAccounts.id, accountId)

export interface AlarmedAccount extends AccountStanding {
  /** The operator's name for it. */
  label: string
}

/** What the alerts of each Google account say at `now`, of those that say anything. */
export async function alarmedAccounts(db: Db, now: number, accountId?: string): Promise<AlarmedAccount[]> {
  const rows = await db
    .select({ ...readColumns, label: providerAccounts.label })
    .from(accountAlerts)
    .innerJoin(providerAccounts, eq(providerAccounts.id, accountAlerts.accountId))
    .where(and(eq(accountAlerts.isClosed, false), only(accountId)))
    .orderBy(asc(providerAccounts.label))
  const byAccount = Map.groupBy(rows, ({ label }) => label)
  return [...byAccount].flatMap(([label, of]) => {
    const standing = accountStanding(of.map(asAccountAlert), now)
    const isQuiet =
      standing.matters.length === 0 && standing.suspended.length === 0 && standing.unclear.length === 0
    return isQuiet ? [] : [{ label, ...standing }]
  })
}

interface UnheardAccount {
  vendor: AccountVendor
  label: string
  /** Why it could not be asked the last time; null where nobody has allowed us to read them. */
  problem: string | null
  /** Since when it has not told all that it has. */
  since: Date | null
}

/** Silence of an account for which nobody is called yet. */
const quietMs = 24 * 3_600_000

/** Accounts that may be asked for their alerts, or their message trace, and have not told all of it for a day. */
export const unheardAccounts = (db: Db, now: number): Promise<UnheardAccount[]> =>
  readUnheard(
    db,
    and(
      isNotNull(alertWatches.problem),
      // Whoever has not allowed it waits for nothing.
      not(alertWatches.isForbidden),
      or(isNull(alertWatches.heardAt), lt(alertWatches.heardAt, new Date(now - quietMs))),
    ),
  )

/** Why an account does not tell us that at this moment, be it for minutes; undefined where it does. */
export const unheardAccount = async (db: Db, accountId: string): Promise<UnheardAccount | undefined> =>
  (
    await readUnheard(db, and(only(accountId), or(isNotNull(alertWatches.problem), alertWatches.isForbidden)))
  )[0]

const readUnheard = (db: Db, which: SQL | undefined): Promise<UnheardAccount[]> =>
  db
    .select({
      vendor: providerAccounts.vendor,
      label: providerAccounts.label,
      problem: alertWatches.problem,
      // Before this was noted nobody knows better than when all was heard last.
      since: sql<Date | null>`coalesce(${alertWatches.unheardSince}, ${alertWatches.heardAt})`.mapWith(
        alertWatches.heardAt,
      ),
    })
    .from(alertWatches)
    .innerJoin(providerAccounts, eq(providerAccounts.id, alertWatches.accountId))
    .where(which)
    .orderBy(asc(providerAccounts.label))
