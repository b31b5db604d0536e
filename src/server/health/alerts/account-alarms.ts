import { asc, eq } from 'drizzle-orm'
import { type AccountStanding, accountStanding } from '#shared/health/signals/account-alerts.ts'
import type { Db } from '../../db/client.ts'
import { accountAlerts, providerAccounts } from '../../db/schema/index.ts'
import { asAccountAlert } from './read-alerts.ts'

interface AlarmedAccount extends AccountStanding {
  /** The operator's name for it. */
  label: string
}

/** What the alerts of each Google account say at `now`, of those that say anything. */
export async function alarmedAccounts(db: Db, now: number): Promise<AlarmedAccount[]> {
  const rows = await db
    .select({ alert: accountAlerts, label: providerAccounts.label })
    .from(accountAlerts)
    .innerJoin(providerAccounts, eq(providerAccounts.id, accountAlerts.accountId))
    .where(eq(accountAlerts.isClosed, false))
    .orderBy(asc(providerAccounts.label))
  const byAccount = Map.groupBy(rows, ({ label }) => label)
  return [...byAccount].flatMap(([label, of]) => {
    const standing = accountStanding(
      of.map(({ alert }) => asAccountAlert(alert)),
      now,
    )
    const isQuiet =
      standing.account === null && standing.suspended.length === 0 && standing.unclear.length === 0
    return isQuiet ? [] : [{ label, ...standing }]
  })
}
