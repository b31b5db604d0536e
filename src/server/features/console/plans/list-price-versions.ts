import { desc } from 'drizzle-orm'
import type { PriceVersion } from '#shared/api/console/plans.ts'
import { priceChanges } from '#shared/plans/price-changes.ts'
import { priceVersions } from '../../../db/schema/index.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { readPriceList } from '../../../prices/read-price-list.ts'

const shown = 100

/** The latest versions of the price list, newest first, each with what it changed; the first one is no row. */
export async function listPriceVersions({
  db,
  prices: { shipped },
}: Pick<Dependencies, 'db' | 'prices'>): Promise<PriceVersion[]> {
  const rows = await db
    .select()
    .from(priceVersions)
    .orderBy(desc(priceVersions.version))
    .limit(shown + 1)
  return rows.slice(0, shown).map(({ version, createdAt, madeBy, restored, values }, at) => ({
    version,
    at: createdAt.toISOString(),
    by: madeBy,
    restored,
    changes: priceChanges(readPriceList(rows[at + 1]?.values, shipped), readPriceList(values, shipped)),
  }))
}
