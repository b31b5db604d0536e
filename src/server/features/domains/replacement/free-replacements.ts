import { inArray } from 'drizzle-orm'
import { costsNoMore } from '#shared/money/pricing.ts'
import type { Db } from '../../../db/client.ts'
import { type Fee, feesOf } from '../../../db/left-of-payment.ts'
import { domainNames, type domains } from '../../../db/schema/index.ts'
import { conflict } from '../../../http/refusal.ts'
import { originalIdsOf, type Pair } from './find-originals.ts'

type Holding = Pick<typeof domains.$inferSelect, 'source' | 'status' | 'takenAt'>
type Registration = (typeof domainNames.$inferSelect)['registration']

/**
 * Whether a name was bought, paid for and could not be had: the customer may choose another one at no cost, unless
 * something of what was paid for it last (`fees`, the latest first) has gone back. It does for one that its owner has
 * taken.
 */
export const isPaidFor = (
  { source, status, takenAt }: Holding,
  registration: Registration | undefined,
  [fee]: readonly Fee[],
): boolean =>
  source === 'bought' &&
  status === 'error' &&
  takenAt === null &&
  registration !== 'registered' &&
  (fee === undefined || fee.leftCents === fee.netCents)

/** Those whose original was bought, paid for and could not be had, and whose new name costs no more: they are free. */
export async function freeAmong(
  db: Db,
  pairs: readonly Pair[],
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
      costsNoMore(newName, original.name),
  )
}

/** Keeps the fees of free replacements from going back meanwhile: one that goes back now pays for no other name. */
export async function lockFees(tx: Db, free: readonly Pair[]): Promise<void> {
  const still = await freeAmong(tx, free, { lock: true })
  const gone = free.find((pair) => !still.includes(pair))
  if (gone)
    throw conflict(
      `What you paid for ${gone.original.name} has just been refunded, so another domain costs its price. Please try again.`,
    )
}
