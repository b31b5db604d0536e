import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { bundles, domains, mailboxes } from '#base/db/schema/index.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import {
  chargeableNow,
  nextCharges,
  nextChargeText,
  withChargedNow,
} from '#features/billing/server/dropped-charges.ts'
import { holdBundles, releaseBundles } from '#features/billing/server/holds.ts'
import { endBundle } from '#features/cancellation/server/cancel-bundle.ts'
import { endReplacementsOf } from '#features/replacement/server/other-attempts.ts'
import { groupHolds } from '../../rules/order-status.ts'

type Bundle = typeof bundles.$inferSelect
type Deps = Dependencies
export type OrderAct = 'hold' | 'release' | 'end'

const refusals = {
  notLive: 'Nothing of this order is live.',
  heldAlready: 'It is on hold already.',
  notHeld: 'It is not on hold.',
  notChargeable: 'The hold has dropped no charge that could be made now.',
} as const

/** The groups that an id of an order or a group names. */
const isNamed = (id: string) => or(eq(bundles.orderId, id), eq(bundles.id, id))

/** These, locked. Throws a `Refusal` where there is none. */
async function namedGroups(tx: Db, id: string): Promise<Bundle[]> {
  const found = await tx.select().from(bundles).where(isNamed(id)).orderBy(asc(bundles.id)).for('update')
  if (found.length === 0) throw notFound('There is no such order.')
  return found
}

const touchedBy: Record<OrderAct, (group: Bundle) => boolean> = {
  hold: ({ status, operatorHeldSince }) => status === 'live' && operatorHeldSince === null,
  release: ({ status, hold }) => (status === 'live' || status === 'cancelled') && hold !== null,
  end: ({ status }) => status === 'live',
}

function refusalOf(act: OrderAct, groups: readonly Bundle[]): string | null {
  if (groups.some(touchedBy[act])) return null
  if (act === 'release') return refusals.notHeld
  return groups.some(({ status }) => status === 'live') ? refusals.heldAlready : refusals.notLive
}

/** Stops mailboxes and billing of an order, or of one of its groups. Returns the groups. Throws a `Refusal`. */
export const holdOrder = (deps: Deps, id: string): Promise<string[]> =>
  deps.db.transaction(async (tx) => {
    const groups = (await namedGroups(tx, id)).filter(({ status }) => status === 'live')
    if (groups.length === 0) throw conflict(refusals.notLive)
    const ids = groups.map((group) => group.id)
    const held = await holdBundles(deps, tx, ids, 'operator')
    if (held.length === 0) throw conflict(refusals.heldAlready)
    return held
  })

/**
 * Ends every hold, whatever it was for; with `chargesNow` a period begins with it, and is charged, where the hold has
 * dropped one. Returns the groups. Throws a `Refusal`.
 */
export const releaseOrder = (
  deps: Deps,
  id: string,
  { chargesNow = false }: { chargesNow?: boolean | undefined } = {},
): Promise<string[]> =>
  deps.db.transaction(async (tx) => {
    // One that its customer cancelled meanwhile may be asked back from now on.
    const groups = await namedGroups(tx, id)
    const held = groups.filter(isOnHold)
    const chargedNow = chargesNow ? await chargeableNow(tx, held, await nextCharges(tx, held)) : undefined
    if (chargedNow?.size === 0) throw conflict(refusals.notChargeable)
    const ids = groups.map((group) => group.id)
    const released = await releaseBundles(deps, tx, ids, groupHolds, { actor: 'operator', chargedNow })
    if (released.length === 0) throw conflict(refusals.notHeld)
    return released
  })

/** Cancels what is live for good; `reason` is read by the customer. Returns the groups. Throws a `Refusal`. */
export async function endOrder(deps: Deps, id: string, reason: string): Promise<string[]> {
  const ended = await deps.db.transaction(async (tx) => {
    const live = (await namedGroups(tx, id)).filter(({ status }) => status === 'live')
    if (live.length === 0) throw conflict(refusals.notLive)
    const ending = live.map((group) => group.id)
    for (const bundle of live)
      await endBundle(deps, tx, bundle, { actor: 'operator', reason, isMailed: true, ending })
    return ending
  })
  for (const bundleId of ended) await endReplacementsOf(deps, bundleId)
  return ended
}

const isOnHold = ({ status, hold }: Bundle): boolean => status === 'live' && hold !== null

/**
 * What a release says about money: the charge that the hold has dropped, and when the next one comes; and what it says
 * where a period begins with it, if that may be.
 */
export async function chargeAfterRelease(
  db: Db,
  id: string,
): Promise<{ inTurn: string | null; now: string | null }> {
  const held = (await db.select().from(bundles).where(isNamed(id))).filter(isOnHold)
  const charges = await nextCharges(db, held)
  const chargeable = await chargeableNow(db, held, charges)
  const begun = withChargedNow(held, charges, chargeable, new Date(await databaseNow(db)))
  return {
    inTurn: nextChargeText([...charges.values()]) || null,
    now: chargeable.size > 0 ? nextChargeText([...begun.values()]) : null,
  }
}

/** What an act would touch, in numbers, and why it cannot be done now. */
export async function impactOf(db: Db, id: string, act: OrderAct) {
  const groups = await db.select().from(bundles).where(isNamed(id))
  const ids = groups.filter(touchedBy[act]).map(({ id }) => id)
  const [counted] = ids.length
    ? await db
        .select({
          domains: sql<number>`count(distinct ${domains.id})::int`,
          mailboxes: sql<number>`count(${mailboxes.id})::int`,
        })
        .from(domains)
        .leftJoin(mailboxes, and(eq(mailboxes.domainId, domains.id), eq(mailboxes.want, 'active')))
        .where(and(inArray(domains.bundleId, ids), isRunning))
    : []
  return {
    groups: ids.length,
    domains: counted?.domains ?? 0,
    mailboxes: counted?.mailboxes ?? 0,
    refusal: refusalOf(act, groups),
  }
}
