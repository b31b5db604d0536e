import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Prices } from '#shared/plans/price-list.ts'
import { audit } from '../../../audit/audit.ts'
import type { Db } from '../../../db/client.ts'
import { newId } from '../../../db/ids.ts'
import { domains } from '../../../db/schema/index.ts'
import { isHeld } from '../../../domains/held.ts'
import { lockLiveBundles } from '../../../domains/lock-live-bundles.ts'
import { refuseNestedNames } from '../../../domains/nested-names.ts'
import { refuseRenewedHolds, refuseTooManyUnpaid } from '../../../domains/unpaid-limits.ts'
import { refuseForwardingLoops } from '../forwarding/refuse-forwarding-loops.ts'
import { orderedAlready, originalIdsOf, type Pair } from './find-originals.ts'
import { lockFees } from './free-replacements.ts'

export interface Wish {
  customerId: string
  pairs: readonly Pair[]
  /** Those of the pairs that are not paid for. */
  free: readonly Pair[]
  source: (typeof domains.$inferSelect)['source']
  /** Who chose them. */
  by: 'customer' | 'operator'
  prices: Prices
}

/**
 * Holds the new names in the places of their originals, inside the caller's transaction, which keeps the bundles.
 * Throws a `Refusal` when something came in between, or when there is too much unpaid; the database refuses names that
 * another order holds.
 * @returns the holdings' ids by name
 */
export async function holdReplacements(tx: Db, wish: Wish): Promise<Map<string, string>> {
  const { customerId, pairs, free, source } = wish
  await lockLiveBundles(
    tx,
    pairs.map(({ original }) => original.bundleId),
  )
  await refuseReplaced(tx, pairs)
  if (source === 'bought') await lockFees(tx, free, wish.prices)
  const ids = await heldAlready(tx, wish)
  for (const pair of pairs) if (!ids.has(pair.newName)) ids.set(pair.newName, await hold(tx, wish, pair))
  await refuseNestedNames(tx, [...ids.keys()])
  await refuseForwardingLoops(tx, customerId, {
    urls: pairs.map(({ original }) => original.forwardingUrl),
    added: pairs.map(({ newName }) => newName),
  })
  const paid = pairs.filter((pair) => !free.includes(pair))
  if (paid.length > 0) {
    await refuseTooManyUnpaid(tx, customerId)
    await refuseRenewedHolds(
      tx,
      customerId,
      paid.map(({ newName }) => newName),
    )
  }
  return ids
}

async function refuseReplaced(tx: Db, pairs: readonly Pair[]): Promise<void> {
  const [replaced] = await tx
    .select({ name: domains.name })
    .from(domains)
    .where(and(inArray(domains.id, originalIdsOf(pairs)), isNotNull(domains.replacedAt)))
  if (replaced) throw orderedAlready(replaced.name)
}

/** What an earlier request holds for the same replacement, which is used again. */
async function heldAlready(tx: Db, { pairs, free, source }: Wish): Promise<Map<string, string>> {
  const present = await tx
    .select({
      id: domains.id,
      name: domains.name,
      replacesId: domains.replacesId,
      source: domains.source,
      want: domains.want,
    })
    .from(domains)
    .where(and(inArray(domains.replacesId, originalIdsOf(pairs)), isHeld))
  // In another window, a moment ago: what is to be paid for there does not start here at no cost.
  const clash = pairs.find(({ original }) =>
    present.some(
      ({ replacesId, ...each }) =>
        replacesId === original.id &&
        (each.source !== source || each.want !== 'hold' || free.some(({ newName }) => newName === each.name)),
    ),
  )
  if (clash) throw orderedAlready(clash.original.name)
  return new Map(present.map(({ id, name }) => [name, id]))
}

async function hold(
  tx: Db,
  { customerId, free, source, by }: Wish,
  { original, newName }: Pair,
): Promise<string> {
  const id = newId('domain')
  await tx.insert(domains).values({
    id,
    customerId,
    bundleId: original.bundleId,
    name: newName,
    slot: original.slot,
    platform: original.platform,
    source,
    statusNote: 'Waiting for the payment.',
    forwardingUrl: original.forwardingUrl,
    replacesId: original.id,
  })
  await audit(tx, {
    customerId,
    actor: by,
    action: 'domain.replacement_ordered',
    subject: original.bundleId,
    data: {
      from: original.name,
      to: newName,
      isPaidFirst: !free.some((each) => each.newName === newName),
    },
  })
  return id
}
