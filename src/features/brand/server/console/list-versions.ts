import { desc } from 'drizzle-orm'
import { brandChanges } from '#base/brand/brand-words.ts'
import { readValues } from '#base/brand/server/read-values.ts'
import { brandVersions } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BrandVersion } from '../../api/console-brand.ts'

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
