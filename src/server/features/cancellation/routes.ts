import * as api from '#shared/api/orders.ts'
import { cancelOrderMessages } from '#shared/orders/cancel-order.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Routes } from '../../http/binding.ts'
import { endReplacementsOf } from '../domains/replacement/other-attempts.ts'
import { cancelBundle } from './cancel-bundle.ts'

export function cancellationRoutes(deps: Dependencies): Routes {
  return (bind) => {
    bind(api.cancelOrder, async ({ customer, body }) => {
      await cancelBundle(deps, customer.id, body)
      await endReplacementsOf(deps, body.groupId)
      return { success: true, message: cancelOrderMessages.cancelled }
    })
  }
}
