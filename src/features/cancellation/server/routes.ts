import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { endReplacementsOf } from '#features/replacement/server/other-attempts.ts'
import { cancelOrder } from '../api/cancel-order.ts'
import { cancelOrderMessages } from '../rules/cancel-order.ts'
import { cancelBundle } from './cancel-bundle.ts'

export function cancellationRoutes(deps: Dependencies): Routes {
  return (bind) => {
    bind(cancelOrder, async ({ customer, body }) => {
      await cancelBundle(deps, customer.id, body)
      await endReplacementsOf(deps, body.groupId)
      return { success: true, message: cancelOrderMessages.cancelled }
    })
  }
}
