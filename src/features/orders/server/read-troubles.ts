import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { feesOf } from '#base/db/left-of-payment.ts'
import { bundles, domainNames, domains } from '#base/db/schema/index.ts'
import type { ListedDomain } from '../api/orders.ts'
import { troubleOf } from './domain-trouble.ts'

/** Why these domains do not go on, by their ids. Few stand still at a time, so what it takes is read for them alone. */
export async function readTroubles(
  db: Db,
  customerId: string,
  ids: readonly string[],
): Promise<Map<string, NonNullable<ListedDomain['trouble']>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      domain: domains,
      name: {
        registration: domainNames.registration,
        problem: domainNames.problem,
        facts: domainNames.facts,
      },
      isServed: sql<boolean>`${bundles.status} = 'live' and ${bundles.hold} is null`,
    })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .leftJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(eq(domains.customerId, customerId), inArray(domains.id, [...ids])))
  const failed = rows.filter(({ domain }) => domain.status === 'error').map(({ domain }) => domain.id)
  const fees = Map.groupBy(await feesOf(db, failed), ({ heldId }) => heldId)
  const now = new Date()
  return new Map(
    rows.flatMap((row) => {
      const trouble = troubleOf({ ...row, fees: fees.get(row.domain.id) ?? [] }, now)
      return trouble ? [[row.domain.id, trouble] as const] : []
    }),
  )
}
