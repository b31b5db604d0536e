import { and, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles } from '#base/db/schema/index.ts'

/** The live bundles that a subscription pays for. */
export async function liveBundles(tx: Db, subscriptionId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(and(eq(bundles.subscriptionId, subscriptionId), eq(bundles.status, 'live')))
  return rows.map(({ id }) => id)
}
