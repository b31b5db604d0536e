import { and, inArray, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { domains } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import { fillMessage } from '#base/text/message.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { changedMeanwhile, lockPlaces } from '#delivery/domains/lock-places.ts'
import { notNested } from '#delivery/domains/nested-names.ts'
import { refuseBroken } from '#delivery/domains/refuse-broken.ts'
import { isFallingAs } from '#delivery/domains/running.ts'
import { fewUnpaid, holdsNotRenewed } from '#delivery/domains/unpaid-limits.ts'
import { noForwardingLoops } from '#features/forwarding/server/refuse-forwarding-loops.ts'
import type { Prices } from '#features/plans/rules/price-list.ts'
import { overlapMessages } from '../rules/overlap.ts'
import { askedAtOnce, lockFees, orderedAlready, originalIdsOf, type Pair } from './find-originals.ts'

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
  const { customerId, source } = wish
  await lockPlaces(
    tx,
    wish.pairs.map(({ original }) => original),
  )
  const pairs = await asTheyAreNow(tx, wish.pairs)
  const free = pairs.filter(({ newName }) => wish.free.some((pair) => pair.newName === newName))
  await refuseSecondOverlap(tx, pairs)
  if (source === 'bought') await lockFees(tx, free, wish.prices)
  const now = { ...wish, pairs, free }
  const ids = await heldAlready(tx, now)
  await chooseOverlap(tx, pairs, ids)
  for (const pair of pairs) if (!ids.has(pair.newName)) ids.set(pair.newName, await hold(tx, now, pair))
  const paid = pairs.filter((pair) => !free.includes(pair)).map(({ newName }) => newName)
  // Their locks in the order in which a new order takes them: neither waits for what the other one has.
  await refuseBroken(tx, [
    ...(paid.length > 0 ? [fewUnpaid(customerId), holdsNotRenewed(customerId, paid)] : []),
    notNested([...ids.keys()]),
    noForwardingLoops(customerId, {
      urls: pairs.map(({ original }) => original.forwardingUrl),
      added: pairs.map(({ newName }) => newName),
    }),
  ])
  return ids
}

/**
 * The domains were read before their places were locked: meanwhile one may have been replaced, taken down or taken, which is
 * refused. Whatever else has changed of it holds for the one that takes its place as well.
 */
async function asTheyAreNow(tx: Db, pairs: readonly Pair[]): Promise<Pair[]> {
  const rows = await tx
    .select()
    .from(domains)
    .where(inArray(domains.id, originalIdsOf(pairs)))
  const now = new Map(rows.map((row) => [row.id, row]))
  return pairs.map((pair) => {
    const original = now.get(pair.original.id)
    if (original?.want !== pair.original.want) throw changedMeanwhile(pair.original.name)
    if (original.replacedAt) throw orderedAlready(original.name)
    return { ...pair, original }
  })
}

/** A place has one domain that goes on beside the one that serves there: each takes a seat at the host and in the tool. */
async function refuseSecondOverlap(tx: Db, pairs: readonly Pair[]): Promise<void> {
  const ids = originalIdsOf(pairs.filter(({ withOverlap }) => withOverlap))
  if (ids.length === 0) return
  const { rows } = await tx.execute<{ name: string; other: string }>(sql`
    select d.name, o.name as other from domains d
    join domains o on o.bundle_id = d.bundle_id and o.slot = d.slot and o.id <> d.id and ${isFallingAs('o')}
    where d.id = any(${sql.param(ids)}::text[]) limit 1`)
  const [found] = rows
  if (found) throw conflict(fillMessage(overlapMessages.placeIsFalling, { d: found.name, o: found.other }))
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
  for (const { original, newName } of pairs) {
    const other = present.find(({ replacesId }) => replacesId === original.id)
    if (!other) continue
    if (other.want !== 'hold') throw orderedAlready(original.name)
    // In another window, a moment ago: what is to be paid for there does not start here at no cost.
    if (other.name !== newName || other.source !== source || free.some((pair) => pair.newName === newName))
      throw askedAtOnce(original.name)
  }
  return new Map(present.map(({ id, name }) => [name, id]))
}

/** Of what is held already, what was chosen last counts. */
async function chooseOverlap(
  tx: Db,
  pairs: readonly Pair[],
  held: ReadonlyMap<string, string>,
): Promise<void> {
  for (const withOverlap of [true, false]) {
    const ids = pairs.flatMap((pair) =>
      pair.withOverlap === withOverlap ? (held.get(pair.newName) ?? []) : [],
    )
    if (ids.length > 0) await tx.update(domains).set({ withOverlap }).where(inArray(domains.id, ids))
  }
}

async function hold(
  tx: Db,
  { customerId, free, source, by }: Wish,
  { original, newName, withOverlap }: Pair,
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
    withOverlap,
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
