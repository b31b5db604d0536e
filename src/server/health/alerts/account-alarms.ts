import { and, asc, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { type AccountStanding, accountStanding } from '#shared/health/signals/account-alerts.ts'
import type { Db } from '../../db/client.ts'
import { accountAlerts, alertWatches, providerAccounts } from '../../db/schema/index.ts'
import { asAccountAlert, readColumns } from './read-alerts.ts'

interface AlarmedAccount extends AccountStanding {
  /** The operator's name for it. */
  label: string
}

/** What the alerts of each Google account say at `now`, of those that say anything. */
export async function alarmedAccounts(db: Db, now: number): Promise<AlarmedAccount[]> {
  const rows = await db
    .select({ ...readColumns, label: providerAccounts.label })
    .from(accountAlerts)
    .innerJoin(providerAccounts, eq(providerAccounts.id, accountAlerts.accountId))
    .where(eq(accountAlerts.isClosed, false))
    .orderBy(asc(providerAccounts.label))
  const byAccount = Map.groupBy(rows, ({ label }) => label)
  return [...byAccount].flatMap(([label, of]) => {
    const standing = accountStanding(of.map(asAccountAlert), now)
    const isQuiet =
      standing.account === null && standing.suspended.length === 0 && standing.unclear.length === 0
    return isQuiet ? [] : [{ label, ...standing }]
  })
}

interface UnheardAccount {
  label: string
  /** Why it could not be asked the last time. */
  problem: string | null
  /** When all that it has was heard last. */
  heardAt: Date | null
}

/** Silence of an account for which nobody is called yet. */
const quietMs = 24 * 3_600_000

/** Accounts that may be asked for their alerts and have not told all of them for a day. */
export const unheardAccounts = (db: Db, now: number): Promise<UnheardAccount[]> =>
  db
    .select({
      label: providerAccounts.label,
      problem: alertWatches.problem,
      heardAt: alertWatches.heardAt,
    })
    .from(alertWatches)
    .innerJoin(providerAccounts, eq(providerAccounts.id, alertWatches.accountId))
    .where(
      and(
        isNotNull(alertWatches.problem),
        or(isNull(alertWatches.heardAt), lt(alertWatches.heardAt, new Date(now - quietMs))),
      ),
    )
    .orderBy(asc(providerAccounts.label))
