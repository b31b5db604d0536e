import type { Routes } from '#base/http/binding.ts'
import { once } from '#base/http/idempotency.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { agreedIn } from '#features/checkout/server/lost-payments.ts'
import * as api from '../api/create-order.ts'
import { createOrder } from './create-order.ts'

/** Taking orders. */
export function orderingRoutes(deps: Dependencies): Routes {
  const { db } = deps
  return (bind) => {
    bind(api.createOrder, async ({ customer, body, query, request }) => {
      const { orderId, groups, quote } = await once(db, customer.id, request, () =>
        createOrder(deps, customer.id, body, agreedIn(query)),
      )
      return {
        success: true,
        message: 'Order received.',
        orderIds: [orderId],
        data: { domainGroups: groups },
        quote,
      }
    })
  }
}
