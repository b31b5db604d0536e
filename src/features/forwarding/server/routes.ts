import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../api/forwarding.ts'
import { updateForwarding } from './update-forwarding.ts'

/** Where visitors of domains are sent. */
export function forwardingRoutes(deps: Dependencies): Routes {
  return (bind) => {
    bind(api.updateForwarding, async ({ customer, body }) => ({
      success: true,
      ...(await updateForwarding(deps, customer.id, body)),
    }))
  }
}
