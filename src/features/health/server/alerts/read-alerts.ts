import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { accountAlerts, alertWatches } from '#base/db/schema/index.ts'
import type { HostAlert } from '#vendors/ports/mailbox-hosts.ts'
import { type AccountAlert, suspensionKind } from '../../rules/signals/account-alerts.ts'

/** What is known of an account's alerts. Times are epoch ms. */
export interface KnownAlerts {
  alerts: readonly AccountAlert[]
  isForbidden: boolean
  /** When the account said anything last, and when all there is; null while it has not. */
  saidAt: number | null
  heardAt: number | null
}

/** What the rules read of an alert; of its detail they read what is said of a suspension. */
export const readColumns = {
  accountId: accountAlerts.accountId,
  type: accountAlerts.type,
  kind: accountAlerts.kind,
  data: sql<string>`case when ${accountAlerts.kind} = ${suspensionKind} then ${accountAlerts.data} else '' end`,
  address: accountAlerts.address,
  at: accountAlerts.at,
  changedAt: accountAlerts.changedAt,
  isClosed: accountAlerts.isClosed,
}

/** An alert as it is stored: of a moment that has come. */
export type KeptAlert = HostAlert & { at: Date; changedAt: Date }

/** An alert as the rules read it. */
export const asAccountAlert = ({
  type,
  kind,
  data,
  address,
  at,
  changedAt,
  isClosed,
}: Omit<KeptAlert, 'source' | 'alertId'>): AccountAlert => ({
  type,
  kind,
  data,
  address,
  at: at.getTime(),
  changedAt: changedAt.getTime(),
  isClosed,
})

/** What is known of the open alerts of accounts that are asked for them; an account that never was is not among them. */
export async function readAlerts(
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, KnownAlerts>> {
  if (accountIds.length === 0) return new Map()
  const ids = [...new Set(accountIds)]
  const watches = await db.select().from(alertWatches).where(inArray(alertWatches.accountId, ids))
  if (watches.length === 0) return new Map()
  const alerts = await db
    .select(readColumns)
    .from(accountAlerts)
    .where(and(inArray(accountAlerts.accountId, ids), eq(accountAlerts.isClosed, false)))
  return new Map(
    watches.map(({ accountId, isForbidden, saidAt, heardAt }) => [
      accountId,
      {
        alerts: alerts.filter((alert) => alert.accountId === accountId).map(asAccountAlert),
        isForbidden,
        saidAt: saidAt?.getTime() ?? null,
        heardAt: heardAt?.getTime() ?? null,
      },
    ]),
  )
}
