import { and, asc, eq } from 'drizzle-orm'
import { bundles, domains, orders } from '#base/db/schema/index.ts'
import { Refusal, ruleBroken } from '#base/http/refusal.ts'
import type { SignedIn } from '#base/http/session-lookup.ts'
import { pricesAsSaid, saidPrices } from '#base/prices/own-prices.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { CheckoutSubject } from '#delivery/fulfilment.ts'
import { orderItems } from '#features/checkout/rules/pricing.ts'
import type { Ending } from '#features/checkout/server/lost-payments.ts'
import { openCheckout } from '#features/checkout/server/open-checkout.ts'
import { originOf } from '#features/checkout/server/origin-of.ts'
import { quoteFor } from '#features/checkout/server/quote-for.ts'
import { planOfName } from '#features/plans/rules/plan-names.ts'
import { type CheckoutBody, statesOtherPrice } from '../rules/checkout-request.ts'
import { checkoutMessages } from '../rules/checkout-validation.ts'
import { endUnpaidOrder } from './end-unpaid-order.ts'
import { noSuchOrder, paidMeanwhile } from './held-names.ts'
import { refuseTakenNames } from './refuse-taken-names.ts'

/**
 * Opens the payment page for an order that was taken. What the request says of prices, people and the order is
 * compared with our own rows and refused where it differs; nothing of it is used.
 */
export async function payForOrder(
  deps: Dependencies,
  customer: Pick<SignedIn, 'id' | 'email'>,
  body: CheckoutBody,
  agreed: Ending['agreed'],
): Promise<{ url: string; sessionId: string }> {
  if (!body.termsAccepted)
    throw ruleBroken(checkoutMessages.termsMissing, { termsAccepted: checkoutMessages.termsMissing })
  if (body.email !== undefined && body.email.trim().toLowerCase() !== customer.email)
    throw ruleBroken('The order belongs to another address than the one signed in.')
  const origin = originOf(deps, body, 'order')
  const [orderId, ...others] = body.recordIds
  if (!orderId || others.length > 0) throw noSuchOrder()
  const rows = await deps.db
    .select({
      plan: bundles.plan,
      bundleId: bundles.id,
      orderIndex: bundles.orderIndex,
      domainId: domains.id,
      name: domains.name,
      source: domains.source,
      isReserve: orders.isReserve,
      said: saidPrices(customer.id),
    })
    .from(orders)
    .innerJoin(bundles, eq(bundles.orderId, orders.id))
    .innerJoin(domains, eq(domains.bundleId, bundles.id))
    .where(
      and(eq(orders.id, orderId), eq(orders.customerId, customer.id), eq(orders.status, 'awaiting_payment')),
    )
    .orderBy(asc(bundles.orderIndex), asc(domains.slot))
  const first = rows[0]
  if (!first) throw noSuchOrder()
  const names = rows.map((row) => row.name)
  const bundleIds = [...new Set(rows.map((row) => row.bundleId))]
  const isSame =
    planOfName(body.plan) === first.plan &&
    body.orderCount === bundleIds.length &&
    [...body.domains].sort().join() === [...names].sort().join()
  if (!isSame)
    throw ruleBroken('The order differs from the one that was taken. Please go back and review it.')

  if (first.source === 'bought') await refuseLostNames(deps, orderId, names)
  const order = {
    plan: first.plan,
    orderCount: bundleIds.length,
    isReserve: first.isReserve,
    domainOption: first.source === 'bought' ? ('purchase' as const) : ('own' as const),
    domains: names,
  }
  const items = orderItems(order, pricesAsSaid(deps, first.said))
  const offer = await quoteFor(deps, customer.id, items, body.promotionCode)
  const subjects = items.map(
    (item): CheckoutSubject =>
      item.kind === 'bundle'
        ? { item, bundleId: bundleIds[Number(item.key) - 1] }
        : { item, domainId: rows.find((row) => row.name === item.key)?.domainId },
  )
  return openCheckout(deps, {
    customerId: customer.id,
    kind: 'order',
    orderId,
    subjects,
    offer,
    isShown: (quote) => !statesOtherPrice(body, quote),
    origin,
    termsAccepted: true,
    agreed,
  })
}

/**
 * A name may have been registered elsewhere since its order was taken, or since its page was opened, which could still be
 * paid in another window: the order ends with its page, so that its other names can be ordered again.
 */
async function refuseLostNames(deps: Dependencies, orderId: string, names: readonly string[]): Promise<void> {
  try {
    await refuseTakenNames(deps, names)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if ((await endUnpaidOrder(deps, orderId)) === 'paid') throw paidMeanwhile()
    throw error
  }
}
