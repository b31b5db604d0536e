import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { checkoutItems, checkouts, domains } from '../../../db/schema/index.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isHeldUnpaid } from '../../../domains/held.ts'
import { endCheckout } from '../../checkout/end-checkout.ts'

/** Names held for replacements that could still be paid, with the checkout of each. */
export const unpaidReplacements = (db: Db, where: SQL) =>
  db
    .select({
      name: domains.name,
      replacesId: domains.replacesId,
      source: domains.source,
      checkout: checkouts,
    })
    .from(domains)
    .innerJoin(checkoutItems, eq(checkoutItems.domainId, domains.id))
    .innerJoin(checkouts, eq(checkouts.id, checkoutItems.checkoutId))
    .where(
      and(
        where,
        eq(checkouts.kind, 'replace'),
        isHeldUnpaid,
        inArray(checkouts.status, ['prepared', 'open']),
      ),
    )

/** What a bundle that is cancelled was still to be paid for is not for sale any more. What fails ends by itself. */
export async function endReplacementsOf(deps: Dependencies, bundleId: string): Promise<void> {
  const held = await unpaidReplacements(deps.db, eq(domains.bundleId, bundleId))
  for (const checkout of new Map(held.map((each) => [each.checkout.id, each.checkout])).values())
    await endCheckout(deps, checkout).catch((error: unknown) =>
      deps.log.warn(
        { err: error, checkout: checkout.id },
        'the payment page of a cancelled order stays open until it expires',
      ),
    )
}
