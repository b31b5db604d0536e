import { asc, inArray } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import { cancelOrderMessages } from '#features/cancellation/rules/cancel-order.ts'

/**
 * Keeps every other change to these bundles waiting until the transaction ends: one change at a time, the second
 * sees what the first has left. Throws a `Refusal` when one of them was cancelled since it was looked at.
 */
export async function lockLiveBundles(tx: Db, ids: readonly string[]): Promise<void> {
  const locked = await tx
    .select({ status: bundles.status })
    .from(bundles)
    .where(inArray(bundles.id, [...new Set(ids)]))
    .orderBy(asc(bundles.id))
    .for('update')
  if (locked.some(({ status }) => status !== 'live')) throw conflict(cancelOrderMessages.alreadyCancelled)
}
