import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { checkoutItems, checkouts, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { syncCheckout } from '../checkout/sync-checkout.ts'

/** Names held for replacements that could still be paid, with the payment page's session once there is one. */
export const unpaidReplacements = (db: Db, where: SQL) =>
  db
    .select({ name: domains.name, replacesId: domains.replacesId, sessionId: checkouts.sessionId })
    .from(domains)
    .innerJoin(checkoutItems, eq(checkoutItems.domainId, domains.id))
    .innerJoin(checkouts, eq(checkouts.id, checkoutItems.checkoutId))
    .where(
      and(
        where,
        eq(checkouts.kind, 'replace'),
        isNull(domains.releasedAt),
        eq(domains.want, 'hold'),
        inArray(checkouts.status, ['prepared', 'open']),
      ),
    )

/** Closes a payment page, and gives free what was held for it, unless it was paid in the meantime. */
export async function endPayment(deps: Dependencies, sessionId: string): ReturnType<typeof syncCheckout> {
  await deps.vendors.payments.expireCheckout(sessionId, { interactive: true })
  return syncCheckout(deps, sessionId)
}

/** What a bundle that is cancelled was still to be paid for is not for sale any more. What fails ends by itself. */
export async function endReplacementsOf(deps: Dependencies, bundleId: string): Promise<void> {
  const held = await unpaidReplacements(deps.db, eq(domains.bundleId, bundleId))
  for (const sessionId of new Set(held.flatMap(({ sessionId: id }) => (id ? [id] : []))))
    await endPayment(deps, sessionId).catch((error: unknown) =>
      deps.log.warn(
        { err: error, sessionId },
        'the payment page of a cancelled order stays open until it expires',
      ),
    )
}
