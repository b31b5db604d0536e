import { and, eq, inArray, sql } from 'drizzle-orm'
import { checkoutItems, checkouts, domains } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { releaseUnpaid } from '#delivery/domains/release-names.ts'
import { endCheckout } from '#features/checkout/server/end-checkout.ts'
import { endUnpaidOrder } from '#features/ordering/server/end-unpaid-order.ts'
import type { ForeignHolding } from './is-claimable.ts'
import { tellUnpaid } from './tell-holder.ts'

/**
 * Ends what someone has not paid for yet because one of its names is someone else's: an order, a replacement, the
 * page of a reinstatement. `freed` when nobody holds the name any more; `held` when it was paid or is being given up.
 */
export async function endUnpaidHold(
  deps: Dependencies,
  { holding, bundle }: ForeignHolding,
): Promise<'freed' | 'held'> {
  const { name, customerId } = holding
  if (bundle.status === 'awaiting_payment') {
    if ((await endUnpaidOrder(deps, bundle.orderId)) === 'paid') return 'held'
    await tellUnpaid(deps, customerId, { key: bundle.orderId, what: 'order', name })
    return 'freed'
  }
  if (holding.want === 'run') return 'held'
  const pages = await deps.db
    .select()
    .from(checkouts)
    .where(
      and(
        inArray(checkouts.status, ['prepared', 'open']),
        sql`exists (select from ${checkoutItems} i where i.checkout_id = ${checkouts.id}
          and (i.domain_id = ${holding.id} or i.bundle_id = ${bundle.id}))`,
      ),
    )
  for (const page of pages) await endCheckout(deps, page)
  if (holding.want !== 'hold') return 'held'
  const [ended] = await releaseUnpaid(deps.db, eq(domains.id, holding.id))
  if (!ended) return 'held'
  await tellUnpaid(deps, customerId, { key: holding.id, what: 'replacement', name })
  return 'freed'
}
