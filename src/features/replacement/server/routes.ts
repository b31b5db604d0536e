import type { Routes } from '#base/http/binding.ts'
import { once } from '#base/http/idempotency.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { agreedIn } from '#features/checkout/server/lost-payments.ts'
import * as api from '../api/replacements.ts'
import { endOverlap } from './end-overlap.ts'
import { replaceDomains } from './replace-domains.ts'
import { takeBackReplacement } from './take-back-replacement.ts'

/** Putting other domains in the place of delivered ones. */
export function replacementRoutes(deps: Dependencies): Routes {
  return (bind) => {
    bind(api.replaceDomains, ({ customer, body, query, request }) =>
      once(deps.db, customer.id, request, () =>
        // The origin guard has let none but our own pass.
        replaceDomains(
          deps,
          customer.id,
          body,
          request.headers.origin ?? deps.config.publicUrl,
          agreedIn(query),
        ),
      ),
    )

    bind(api.endOverlap, async ({ customer, body }) => ({
      success: true,
      message: await endOverlap(deps, customer.id, body.domain),
    }))

    bind(api.takeBackReplacement, async ({ customer, body }) => {
      const kept = await takeBackReplacement(deps, customer.id, body.domain)
      return { success: true, message: `${kept} is kept.` }
    })
  }
}
