import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { endsByPaying } from '#shared/orders/order-holds.ts'
import { groupHolds } from '#shared/orders/order-status.ts'
import type { Db } from '../../db/client.ts'
import { bundles, domains } from '../../db/schema/index.ts'
import { conflict } from '../../http/refusal.ts'
import { holdForPayment } from '../orders/held-names.ts'
import { holdReleased } from '../reinstatement/hold-released.ts'
import type { CheckoutRequest } from './open-checkout.ts'

/**
 * Locks what a payment page is for and keeps it from being given free, or paid for on another page, until the page is
 * stored. Throws a `Refusal` when it does not wait for a payment any more.
 */
export async function keepWaiting(
  tx: Db,
  { customerId, kind, orderId, subjects }: CheckoutRequest,
): Promise<void> {
  if (orderId) await holdForPayment(tx, customerId, orderId)
  if (kind === 'replace')
    await keepHeld(
      tx,
      subjects.flatMap(({ domainId }) => domainId ?? []),
    )
  const bundleIds = subjects.flatMap(({ bundleId }) => bundleId ?? [])
  if (kind === 'reinstate') {
    await keepWished(tx, bundleIds)
    await holdReleased(tx, customerId, bundleIds)
  }
  if (kind === 'release') await keepOnHold(tx, bundleIds)
}

/** The holds that paying ends. */
async function keepOnHold(tx: Db, ids: readonly string[]): Promise<void> {
  const held = await tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(
      and(
        inArray(bundles.id, [...ids]),
        eq(bundles.status, 'live'),
        inArray(bundles.hold, groupHolds.filter(endsByPaying)),
      ),
    )
    .orderBy(bundles.id)
    .for('update')
  if (held.length < ids.length)
    throw conflict('Nothing of this order waits to be paid for again. Please reload the page.')
}

async function keepHeld(tx: Db, ids: readonly string[]): Promise<void> {
  const held = await tx
    .select({ id: domains.id })
    .from(domains)
    .where(and(inArray(domains.id, [...ids]), isNull(domains.releasedAt), eq(domains.want, 'hold')))
    .orderBy(domains.id)
    .for('update')
  if (held.length < ids.length)
    throw conflict('These domains are not held for you any more. Please choose them again.')
}

async function keepWished(tx: Db, ids: readonly string[]): Promise<void> {
  const wished = await tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(
      and(inArray(bundles.id, [...ids]), eq(bundles.status, 'cancelled'), isNotNull(bundles.reinstateWish)),
    )
    .orderBy(bundles.id)
    .for('update')
  if (wished.length < ids.length)
    throw conflict('These orders do not wait to be reinstated any more. Please ask for them again.')
}
