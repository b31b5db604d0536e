import { sql } from 'drizzle-orm'
import type { ResponseOf } from '#base/api/endpoint.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, domainNames, domains, workItems } from '#base/db/schema/index.ts'
import { standsStill, standstillOf } from '#delivery/domains/standstill.ts'
import { unsettledRefunds } from '#features/refunds/server/unsettled-refunds.ts'
import type { consoleHome, StuckGroup } from '../api/console-home.ts'

type Home = ResponseOf<typeof consoleHome>
/** Causes that are told of at most; the list of domains has all. */
const causesAtMost = 50

export const isoOf = (moment: Date | string | null | undefined): string | null =>
  moment === null || moment === undefined ? null : new Date(moment).toISOString()

/** Domains that stand still, one entry for all that do for one reason, the most frequent first. */
export async function readStuck(db: Db): Promise<StuckGroup[]> {
  const why = sql<
    string | null
  >`replace(coalesce(${domainNames.problem} ->> 'reason', ${domains.statusNote}), ${domains.name}, '…')`
  const rows = await db
    .select({
      standstill: standstillOf,
      why,
      domains: sql<number>`count(*)::int`,
      example: sql<string>`min(${domains.name})`,
      since: sql<Date | null>`min(coalesce(${domainNames.stepSince}, (${domainNames.problem} ->> 'at')::timestamptz))`,
    })
    .from(domains)
    .leftJoin(domainNames, sql`${domainNames.name} = ${domains.name}`)
    .where(standsStill)
    .groupBy(sql`1`, sql`2`)
    .orderBy(sql`3 desc`, sql`1`, sql`2`)
    .limit(causesAtMost)
  return rows.flatMap(({ standstill, since, ...group }) =>
    standstill ? { ...group, standstill, since: isoOf(since) } : [],
  )
}

/** Open work items by kind, the oldest kind first. */
export async function readWork(db: Db): Promise<Home['work']> {
  const rows = await db
    .select({
      kind: workItems.kind,
      count: sql<number>`count(*)::int`,
      oldest: sql<Date>`min(${workItems.createdAt})`,
    })
    .from(workItems)
    .where(sql`${workItems.closedAt} is null`)
    .groupBy(workItems.kind)
    .orderBy(sql`3`)
  return rows.map(({ oldest, ...row }) => ({ ...row, oldest: new Date(oldest).toISOString() }))
}

/** Groups on hold by what they are held for. */
export async function readHolds(db: Db): Promise<Home['holds']> {
  const rows = await db
    .select({
      hold: bundles.hold,
      groups: sql<number>`count(*)::int`,
      since: sql<Date | null>`min(${bundles.holdSince})`,
    })
    .from(bundles)
    .where(sql`${bundles.status} = 'live' and ${bundles.hold} is not null`)
    .groupBy(bundles.hold)
    .orderBy(sql`2 desc`)
  return rows.flatMap(({ hold, groups, since }) => (hold ? { hold, groups, since: isoOf(since) } : []))
}

/** Payments that did not go as they should. */
export async function readMoney(db: Db): Promise<NonNullable<Home['money']>> {
  const refunds = await unsettledRefunds(db)
  const failed = refunds.filter(({ outcome }) => outcome === 'failed')
  const underWay = refunds.filter(({ outcome }) => outcome !== 'failed')
  const sumOf = (all: typeof refunds) => ({
    count: all.length,
    cents: all.reduce((cents, refund) => cents + refund.cents, 0),
  })
  const { rows } = await db.execute<{ disputes: number; refused: number }>(sql`select
    (select count(distinct stripe_id)::int from disputes where outcome = 'open') as disputes,
    (select count(*)::int from subscriptions where grace_until is not null) as refused`)
  return {
    refundsFailed: sumOf(failed),
    refundsUnderWay: sumOf(underWay),
    disputes: rows[0]?.disputes ?? 0,
    refusedRenewals: rows[0]?.refused ?? 0,
  }
}
