import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { requestedMessage } from '#features/orders/rules/order-actions.ts'
import * as api from '../api/reinstate.ts'
import { prefillReinstatement } from './prefill.ts'
import { reinstateBundles } from './reinstate-bundles.ts'

/** Bringing cancelled bundles back. */
export function reinstatementRoutes(deps: Dependencies): Routes {
  return (bind) => {
    bind(api.reinstatePrefill, async ({ customer, body }) => {
      const ordersByDomain = await prefillReinstatement(deps, customer.id, body.domains)
      const totalRecords = Object.values(ordersByDomain).reduce((sum, records) => sum + records.length, 0)
      return { success: true, totalRecords, ordersByDomain }
    })

    bind(api.reinstate, async ({ customer, body }) => {
      const { groups, quote } = await reinstateBundles(deps, customer.id, body)
      const held = groups.flatMap((group) => group.held)
      return {
        success: true,
        message: requestedMessage('reinstateRequested', held.length),
        domains: held.map(({ name, platform }) => ({ domain: name, type: platform })),
        domainGroups: groups.map(({ bundle, held: some }) => ({
          groupId: bundle.id,
          plan: bundle.plan,
          domains: some.map(({ name }) => name),
        })),
        quote,
      }
    })
  }
}
