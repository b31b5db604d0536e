import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../../api/claims.ts'
import { claimDomain, ownershipRecord } from './claim-domain.ts'

/** Showing that a name in someone else's order is one's own. */
export function claimRoutes(deps: Dependencies): Routes {
  return (bind) => {
    bind(api.ownershipRecord, async ({ customer, body }) => ({
      type: 'TXT' as const,
      ...ownershipRecord(deps, customer.id, body.domain),
    }))

    bind(api.claimDomain, async ({ customer, body }) => {
      return { state: await claimDomain(deps, customer.id, body.domain) }
    })
  }
}
