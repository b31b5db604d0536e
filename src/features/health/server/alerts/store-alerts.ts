import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { accountAlerts, domainHealth, domainNames, domains } from '#base/db/schema/index.ts'
import type { HeardAlerts, HostAlert } from '#vendors/ports/mailbox-hosts.ts'
import { meaningOfAlert, openSuspensions, suspensionKind } from '../../rules/signals/account-alerts.ts'
import { noteSaid } from './account-watches.ts'
import { asAccountAlert, type KeptAlert } from './read-alerts.ts'

/** Keeps what an account's list has, of what means something. Only a whole list says that there is nothing else. */
export async function storeAlerts(
  db: Db,
  accountId: string,
  { alerts, isWhole }: HeardAlerts,
  now: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await tx.select().from(accountAlerts).where(eq(accountAlerts.accountId, accountId))
    const known = new Map(before.map((row) => [row.alertId, row]))
    const kept = await withoutOthers(tx, settled([...(isWhole ? [] : before), ...timed(alerts, known, now)]))
    for (const alert of kept) {
      await tx
        .insert(accountAlerts)
        .values({ ...alert, accountId })
        .onConflictDoUpdate({ target: [accountAlerts.accountId, accountAlerts.alertId], set: alert })
    }
    if (isWhole) {
      const ids = kept.map(({ alertId }) => alertId)
      await tx
        .delete(accountAlerts)
        .where(and(eq(accountAlerts.accountId, accountId), notInArray(accountAlerts.alertId, ids)))
    }
    await noteSaid(tx, accountId, isWhole ? null : 'not all of its alerts could be read', now)
    const isNews = (alert: KeptAlert) => {
      const old = known.get(alert.alertId)
      return old?.isClosed !== alert.isClosed || old.changedAt.getTime() !== alert.changedAt.getTime()
    }
    const heard = new Set(kept.map(({ alertId }) => alertId))
    const isDeleted = isWhole && [...known.values()].some((old) => !old.isClosed && !heard.has(old.alertId))
    if (isDeleted || kept.some(isNews)) await lookSoon(tx, accountId)
  })
}

/**
 * With a moment that has come: one without a moment, or of one ahead, counts from when it was seen first. It would not grow
 * old otherwise, and no later word would be newer.
 */
function timed(
  alerts: readonly HostAlert[],
  known: ReadonlyMap<string, Pick<KeptAlert, 'at' | 'changedAt'>>,
  now: number,
): KeptAlert[] {
  const notAhead = (at: Date | null | undefined) => (at && at.getTime() <= now ? at : undefined)
  return alerts.map((alert) => {
    const old = known.get(alert.alertId)
    const at = notAhead(alert.at) ?? notAhead(old?.at) ?? new Date(now)
    const changedAt = notAhead(alert.changedAt) ?? notAhead(old?.changedAt) ?? at
    return { ...alert, at, changedAt }
  })
}

/**
 * Those that mean something, the last of each id. A suspension that a later alert has ended counts as closed, so that one
 * that is open stands.
 */
function settled(alerts: readonly KeptAlert[]): KeptAlert[] {
  const last = [...new Map(alerts.map((alert) => [alert.alertId, alert])).values()].map((alert) => ({
    ...asAccountAlert(alert),
    alert,
  }))
  const open = new Set(openSuspensions(last))
  return last.flatMap((each) => {
    const { alert } = each
    if (meaningOfAlert(each) === 'nothing') return []
    if (alert.kind !== suspensionKind) return [alert]
    return [{ ...alert, address: null, isClosed: !open.has(each) }]
  })
}

/** Without what would tell of people who are nobody's here: as of a name that was held by somebody who is gone. */
async function withoutOthers(tx: Db, alerts: readonly KeptAlert[]): Promise<KeptAlert[]> {
  const nameOf = ({ address }: HostAlert) => address?.split('@')[1] ?? ''
  const names = [...new Set(alerts.map(nameOf))]
  const held = await tx
    .select({ name: domains.name, since: domains.createdAt })
    .from(domains)
    .where(and(inArray(domains.name, names), isNull(domains.releasedAt)))
  const since = new Map(held.map((domain) => [domain.name, domain.since]))
  return alerts.map((alert) => {
    const from = since.get(nameOf(alert))
    const isOurs = from !== undefined && from <= alert.at
    if (alert.kind === suspensionKind) return alert
    const isUnclear = meaningOfAlert(asAccountAlert(alert)) === 'unclear'
    return {
      ...alert,
      address: alert.address === null || isOurs ? alert.address : '',
      data: isUnclear && (alert.address === null || isOurs) ? alert.data : '{}',
    }
  })
}

/** What the account's alerts say now is decided at once for its domains, and not within the hour; also of one that is looked at now. */
const lookSoon = (tx: Db, accountId: string) =>
  tx
    .update(domainHealth)
    .set({ dueAt: sql`to_timestamp(0)` })
    .where(
      sql`${domainHealth.dueAt} is not null and ${domainHealth.domainId} in (
        select ${domains.id} from ${domains} join ${domainNames} on ${domainNames.name} = ${domains.name}
        where ${domainNames.providerAccountId} = ${accountId})`,
    )
