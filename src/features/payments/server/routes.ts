import { and, eq, isNotNull } from 'drizzle-orm'
import { bundles, customers } from '#base/db/schema/index.ts'
import type { Routes } from '#base/http/binding.ts'
import { once } from '#base/http/idempotency.ts'
import { ruleBroken } from '#base/http/refusal.ts'
import { pricesFor } from '#base/prices/own-prices.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { roomForDomains } from '#delivery/provisioning/room.ts'
import * as api from '#features/checkout/api/payments.ts'
import { orderItems } from '#features/checkout/rules/pricing.ts'
import { confirmPayment } from '#features/checkout/server/confirm-payment.ts'
import { discardPayment } from '#features/checkout/server/discard-payment.ts'
import { unlessGone } from '#features/checkout/server/give-up-customer.ts'
import { agreedIn, dismissDropped } from '#features/checkout/server/lost-payments.ts'
import { quoteFor } from '#features/checkout/server/quote-for.ts'
import { readOrderMessages } from '#features/ordering/rules/read-order.ts'
import { payForOrder } from '#features/ordering/server/pay-for-order.ts'
import { readRefusedRenewals } from '#features/orders/server/read-refused-renewals.ts'
import { payForReinstatement } from '#features/reinstatement/server/pay-for-reinstatement.ts'
import { payForRelease } from '#features/release/server/pay-for-release.ts'

/** Paying, and what became of it. */
export function checkoutRoutes(deps: Dependencies): Routes {
  return (bind) => {
    bind(api.createCheckoutSession, async ({ customer, body, query, request }) => {
      const { url, sessionId } = await once(deps.db, customer.id, request, () =>
        body.orderType === 'reinstate'
          ? payForReinstatement(deps, customer, body, agreedIn(query))
          : payForOrder(deps, customer, body, agreedIn(query)),
      )
      return { url, data: { session: { id: sessionId, url } } }
    })

    bind(api.quoteOrder, async ({ customer, body: { promotionCode, ...order } }) => {
      if (!deps.prices.now.plans[order.plan].onSale) throw ruleBroken(readOrderMessages.planUnavailable)
      const items = orderItems(order, await pricesFor(deps, customer.id))
      return (await quoteFor(deps, customer.id, items, promotionCode)).quote
    })

    bind(api.readRoom, async () => ({ room: await roomForDomains(deps.db) }))

    bind(api.confirmPayment, ({ customer, query }) => confirmPayment(deps, customer.id, query.session_id))

    bind(api.payForRelease, async ({ customer, body, query, request }) => {
      const { url } = await once(deps.db, customer.id, request, () =>
        // The origin guard has let none but our own pass.
        payForRelease(deps, customer, body, request.headers.origin ?? deps.config.publicUrl, agreedIn(query)),
      )
      return { url }
    })

    bind(api.discardPayment, async ({ customer, body }) => {
      return { status: await discardPayment(deps, customer.id, body.checkoutId) }
    })

    bind(api.dismissDropped, async ({ customer, body }) => {
      await dismissDropped(deps.db, customer.id, body.checkoutId)
      return { success: true }
    })

    bind(api.createCustomerPortal, async ({ customer, request }) => {
      const [row] = await deps.db
        .select({ id: customers.stripeCustomerId })
        .from(customers)
        .where(eq(customers.id, customer.id))
      const noPortal = async () => {
        const paid = and(eq(bundles.customerId, customer.id), isNotNull(bundles.subscriptionId))
        return ruleBroken(
          (await deps.db.$count(bundles, paid)) > 0
            ? 'Your payment details are no longer stored with our payment provider. Your next payment stores them again. For earlier invoices, contact support.'
            : 'There are no payments yet. The payment portal opens with your first order.',
        )
      }
      if (!row?.id) throw await noPortal()
      const customerExternalId = row.id
      const returnUrl = `${request.headers.origin ?? deps.config.publicUrl}/dashboard`
      const { url } = await unlessGone(
        deps,
        customer.id,
        () => deps.vendors.payments.openPortal({ customerExternalId, returnUrl }, { purpose: 'waiting' }),
        async () => Promise.reject(await noPortal()),
      )
      const renewals = await readRefusedRenewals(deps.db, customer.id)
      // A new card is not charged for what has ended.
      return { data: { url, owed: renewals.flatMap(({ owed, hasEnded }) => (hasEnded ? [] : owed)) } }
    })
  }
}
