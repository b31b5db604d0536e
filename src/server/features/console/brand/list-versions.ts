import { desc } from 'drizzle-orm'
import type { BrandVersion } from '#shared/api/console/brand.ts'
import { brandChanges } from '#shared/brand/brand-words.ts'
import { readValues } from '../../../brand/read-values.ts'
import { brandVersions } from '../../../db/schema/index.ts'
import type { Dependencies } from '../../../dependencies.ts'

const shown = 100

/** The latest versions of the brand, newest first, each with what it changed. */
export async function listVersions({
  db,
  brand,
}: Pick<Dependencies, 'db' | 'brand'>): Promise<BrandVersion[]> {
  const rows = await db
    .select()
    .from(brandVersions)
    .orderBy(desc(brandVersions.version))
    .limit(shown + 1)
  const { shipped } = brand
  return rows.slice(0, shown).map(({ version, createdAt, madeBy, restored, values }, at) => ({
    version,
    at: createdAt.toISOString(),
    by: madeBy,
    restored,
    changes: brandChanges(readValues(rows[at + 1]?.values, shipped), readValues(values, shipped)),
  }))
}
