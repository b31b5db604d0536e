import { inArray } from 'drizzle-orm'
import { costsNoMore } from '#shared/money/pricing.ts'
import type { Prices } from '#shared/plans/price-list.ts'
import type { Db } from '../../../db/client.ts'
import { feesOf } from '../../../db/left-of-payment.ts'
import { domainNames } from '../../../db/schema/index.ts'
import { isPaidFor } from '../../../domains/paid-for.ts'
import { conflict } from '../../../http/refusal.ts'
import { originalIdsOf, type Pair } from './find-originals.ts'

/** Those whose original was bought, paid for and not registered, and whose new name costs no more: they are free. */
export async function freeAmong(
  db: Db,
  pairs: readonly Pair[],
  prices: Prices,
  { lock = false }: { lock?: boolean } = {},
): Promise<Pair[]> {
  const paid = await feesOf(db, originalIdsOf(pairs), { lock })
  const fees = Map.groupBy(paid, ({ heldId }) => heldId)
  const rows = await db
    .select({ name: domainNames.name, registration: domainNames.registration })
    .from(domainNames)
    .where(
      inArray(
        domainNames.name,
        pairs.map(({ original }) => original.name),
      ),
    )
  const registrations = new Map(rows.map(({ name, registration }) => [name, registration]))
  return pairs.filter(
    ({ original, newName }) =>
      isPaidFor(original, registrations.get(original.name), fees.get(original.id) ?? []) &&
      costsNoMore(newName, original.name, prices),
  )
}

/** Keeps the fees of free replacements from going back meanwhile: one that goes back now pays for no other name. */
export async function lockFees(tx: Db, free: readonly Pair[], prices: Prices): Promise<void> {
  const still = await freeAmong(tx, free, prices, { lock: true })
  const gone = free.find((pair) => !still.includes(pair))
  if (gone)
    throw conflict(
      `What you paid for ${gone.original.name} has just been refunded, so another domain costs its price. Please try again.`,
    )
}
