import { notFound } from '#base/http/refusal.ts'
import type { SignedIn } from '#base/http/session-lookup.ts'
import { pricesFor } from '#base/prices/own-prices.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { CheckoutSubject } from '#delivery/fulfilment.ts'
import type { Ending } from '#features/checkout/server/lost-payments.ts'
import { openCheckout } from '#features/checkout/server/open-checkout.ts'
import { originOf } from '#features/checkout/server/origin-of.ts'
import { quoteFor } from '#features/checkout/server/quote-for.ts'
import { type CheckoutBody, statesOtherPrice } from '#features/ordering/rules/checkout-request.ts'
import { itemsOf, loadGroups } from './reinstate-bundles.ts'

/** Opens the payment page for cancelled bundles that were asked to come back. */
export async function payForReinstatement(
  deps: Dependencies,
  customer: Pick<SignedIn, 'id'>,
  body: CheckoutBody,
  agreed: Ending['agreed'],
): Promise<{ url: string; sessionId: string }> {
  const ids = [...new Set(body.domainGroups.map(({ groupId }) => groupId))]
  const groups = await deps.db.transaction((tx) => loadGroups(deps, tx, customer.id, ids))
  if (
    groups.length === 0 ||
    groups.length !== ids.length ||
    groups.some(({ bundle }) => bundle.reinstateWish === null)
  ) {
    throw notFound('There is no such order waiting to be reinstated.')
  }
  const items = itemsOf(groups, await pricesFor(deps, customer.id))
  const offer = await quoteFor(deps, customer.id, items, body.promotionCode)
  const held = groups.flatMap((group) => group.held)
  const subjects = items.map(
    (item): CheckoutSubject =>
      item.kind === 'bundle'
        ? { item, bundleId: item.key }
        : { item, domainId: held.find(({ name }) => name === item.key)?.id },
  )
  return openCheckout(deps, {
    customerId: customer.id,
    kind: 'reinstate',
    subjects,
    offer,
    isShown: (quote) => !statesOtherPrice(body, quote),
    origin: originOf(deps, body, 'reinstate'),
    changes: groups[0]?.bundle.orderId,
    termsAccepted: body.termsAccepted === true,
    agreed,
  })
}
