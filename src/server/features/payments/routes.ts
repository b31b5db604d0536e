import { and, eq, isNotNull } from 'drizzle-orm'
import * as api from '#shared/api/payments.ts'
import { orderItems } from '#shared/money/pricing.ts'
import { readOrderMessages } from '#shared/order-draft/read-order.ts'
import { bundles, customers } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Routes } from '../../http/binding.ts'
import { once } from '../../http/idempotency.ts'
import { ruleBroken } from '../../http/refusal.ts'
import { pricesFor } from '../../prices/own-prices.ts'
import { roomForDomains } from '../../provisioning/room.ts'
import { confirmPayment } from '../checkout/confirm-payment.ts'
import { discardPayment } from '../checkout/discard-payment.ts'
import { unlessGone } from '../checkout/give-up-customer.ts'
import { agreedIn, dismissDropped } from '../checkout/lost-payments.ts'
import { quoteFor } from '../checkout/quote-for.ts'
import { payForOrder } from '../orders/pay-for-order.ts'
import { readRefusedRenewals } from '../orders/read-refused-renewals.ts'
import { payForReinstatement } from '../reinstatement/pay-for-reinstatement.ts'
import { payForRelease } from '../release/pay-for-release.ts'

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
