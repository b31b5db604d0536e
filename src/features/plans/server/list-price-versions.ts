import { desc } from 'drizzle-orm'
import { priceVersions } from '#base/db/schema/index.ts'
import { readPriceList } from '#base/prices/read-price-list.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { PriceVersion } from '../api/console-plans.ts'
import { priceChanges } from '../rules/price-changes.ts'

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
