import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles } from '#base/db/schema/index.ts'
import type { ConsolePlans } from '../api/console-plans.ts'

/** What runs, by plan and by what it was bought for. */
export async function runningPrices(db: Db): Promise<ConsolePlans['running']> {
  const rows = await db
    .select({
      plan: bundles.plan,
      monthlyCents: bundles.monthlyCents,
      groups: sql<number>`count(*)::int`,
    })
    .from(bundles)
    // The deep look's own order is paid for by nobody.
    .where(sql`${eq(bundles.status, 'live')} and ${bundles.monthlyCents} > 0`)
    .groupBy(bundles.plan, bundles.monthlyCents)
    .orderBy(asc(bundles.plan), asc(bundles.monthlyCents))
  return rows.map(({ monthlyCents, ...row }) => ({ ...row, monthlyCents: monthlyCents ?? 0 }))
}
