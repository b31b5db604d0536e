import { inArray } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domains } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import { lockLiveBundles } from './lock-live-bundles.ts'

/** Where a domain stands. */
type Place = Pick<typeof domains.$inferSelect, 'id' | 'name' | 'bundleId' | 'slot'>

/** For a query that reads what `lockPlaces` compares. */
export const placeColumns = {
  id: domains.id,
  name: domains.name,
  bundleId: domains.bundleId,
  slot: domains.slot,
}

export const changedMeanwhile = (name: string) =>
  conflict(`${name} has been changed in another window meanwhile. Please load the page again.`)

/**
 * Keeps the bundles of these domains from every other change until the transaction ends, and the domains where they are.
 * Throws a `Refusal` when one has another place than when it was read, since a spare took its own: what was checked of it
 * then no longer says anything. Whoever needs more of it than its place reads it again afterwards.
 */
export async function lockPlaces(tx: Db, seen: readonly Place[]): Promise<void> {
  await lockLiveBundles(
    tx,
    seen.map(({ bundleId }) => bundleId),
  )
  const rows = await tx
    .select(placeColumns)
    .from(domains)
    .where(
      inArray(
        domains.id,
        seen.map(({ id }) => id),
      ),
    )
    .orderBy(domains.id)
    .for('no key update')
  const now = new Map(rows.map((row) => [row.id, row]))
  const moved = seen.find((place) => {
    const row = now.get(place.id)
    return row?.bundleId !== place.bundleId || row.slot !== place.slot
  })
  if (moved) throw changedMeanwhile(moved.name)
}
