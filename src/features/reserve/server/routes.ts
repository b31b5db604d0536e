import type { Routes } from '#base/http/binding.ts'
import { once } from '#base/http/idempotency.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../api/reserve.ts'
import { readReserve } from './read-reserve.ts'
import { useSpares } from './use-spares.ts'

/** Domains that are kept warm to take the place of others. */
export function reserveRoutes(deps: Dependencies): Routes {
  return (bind) => {
    bind(api.readReserve, ({ customer }) => readReserve(deps, customer.id))

    bind(api.useSpares, ({ customer, body, request }) =>
      once(deps.db, customer.id, request, async () => {
        const results = await useSpares(deps, customer.id, body.domains)
        return {
          success: true,
          message: `${countOf(results.length, 'spare takes its place', 'spares take their places')} now.`,
          results,
        }
      }),
    )
  }
}
