import { and, eq, notInArray, sql } from 'drizzle-orm'
import { meaningOfAlert } from '#shared/health/signals/account-alerts.ts'
import type { Db } from '../../db/client.ts'
import { accountAlerts, alertWatches, domainHealth, domainNames, domains } from '../../db/schema/index.ts'
import type { CallContext } from '../../providers/ports/call-context.ts'
import type { HeardAlerts, HostAlert } from '../../providers/ports/mailbox-hosts.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import type { Vendors } from '../../providers/vendors.ts'
import { asAccountAlert } from './read-alerts.ts'

const askedEveryMinutes = 15
/** How far back an account is asked; the host itself forgets none before. */
const backDays = 30
const patienceMs = 10_000

interface AlertDeps {
  db: Db
  vendors: Pick<Vendors, 'mailboxHost'>
}

/** Asks every Google account whose turn it is for its alerts, one process at a time. Returns how many were asked. */
export async function askForAlerts(
  deps: AlertDeps,
  { signal, clock = Date.now }: { signal?: AbortSignal; clock?: () => number } = {},
): Promise<number> {
  const due = await claimDue(deps.db)
  for (const accountId of due) {
    if (signal?.aborted) break
    await askAccount(deps, accountId, clock(), { purpose: 'looks', patienceMs, signal })
  }
  return due.length
}

async function claimDue(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into alert_watches as w (account_id, asked_at)
    select id, now() from provider_accounts where vendor = 'google' order by id
    on conflict (account_id) do update set asked_at = now()
      where w.asked_at <= now() - make_interval(mins => ${askedEveryMinutes})
    returning account_id as id`)
  return rows.map(({ id }) => id)
}

async function askAccount(
  { db, vendors }: AlertDeps,
  accountId: string,
  now: number,
  call: CallContext,
): Promise<void> {
  const since = new Date(now - backDays * 24 * 3_600_000)
  const note = (of: Partial<typeof alertWatches.$inferInsert>) =>
    db.update(alertWatches).set(of).where(eq(alertWatches.accountId, accountId))
  try {
    const heard = await (await vendors.mailboxHost(accountId)).alerts?.(since, call)
    if (heard === undefined) return
    if (heard === 'forbidden') {
      await note({ isForbidden: true, problem: null })
      return
    }
    await store(db, accountId, heard, now)
  } catch (error) {
    if (!isVendorError(error)) throw error
    await note({ problem: error.reason })
  }
}

/** Keeps what the host's list has. Only a whole list says that there is nothing else. */
async function store(
  db: Db,
  accountId: string,
  { alerts, isWhole }: HeardAlerts,
  now: number,
): Promise<void> {
  const byId = new Map(alerts.map((alert) => [alert.alertId, alert]))
  await db.transaction(async (tx) => {
    const before = await tx.select().from(accountAlerts).where(eq(accountAlerts.accountId, accountId))
    const known = new Map(before.map((row) => [row.alertId, row]))
    for (const alert of byId.values()) {
      const row = { accountId, ...alert }
      await tx
        .insert(accountAlerts)
        .values(row)
        .onConflictDoUpdate({ target: [accountAlerts.accountId, accountAlerts.alertId], set: alert })
    }
    if (isWhole)
      await tx
        .delete(accountAlerts)
        .where(
          and(eq(accountAlerts.accountId, accountId), notInArray(accountAlerts.alertId, [...byId.keys()])),
        )
    const at = new Date(now)
    const problem = isWhole ? null : 'not all of its alerts could be read'
    await tx
      .update(alertWatches)
      .set({ saidAt: at, isForbidden: false, problem, ...(isWhole && { heardAt: at }) })
      .where(eq(alertWatches.accountId, accountId))
    const isNews = (alert: HostAlert) => {
      const old = known.get(alert.alertId)
      const isSame = old?.isClosed === alert.isClosed && old.changedAt.getTime() === alert.changedAt.getTime()
      return !isSame && meaningOfAlert(asAccountAlert(alert)) !== 'nothing'
    }
    if ([...byId.values()].some(isNews)) await lookSoon(tx, accountId)
  })
}

/** What the account's alerts say now is decided at once for its domains, and not within the hour. */
const lookSoon = (tx: Db, accountId: string) =>
  tx
    .update(domainHealth)
    .set({ dueAt: sql`least(${domainHealth.dueAt}, now())` })
    .where(
      sql`${domainHealth.dueAt} is not null and ${domainHealth.domainId} in (
        select ${domains.id} from ${domains} join ${domainNames} on ${domainNames.name} = ${domains.name}
        where ${domainNames.providerAccountId} = ${accountId})`,
    )
