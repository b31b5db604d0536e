import type { Routes } from '#base/http/binding.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../api/console-plans.ts'
import { listPriceVersions } from './list-price-versions.ts'
import { registrarCosts } from './registrar-costs.ts'
import { runningPrices } from './running-prices.ts'
import { restorePrices, savePrices } from './save-prices.ts'

/** What is sold at which price. */
export function planRoutes(deps: Dependencies): Routes {
  const { db, prices } = deps
  return (bind) => {
    bind(api.consolePlans, async () => {
      // What another process has just changed may not have been told yet.
      await prices.reload()
      const [registrarCents, running, versions] = await Promise.all([
        registrarCosts(db),
        runningPrices(db),
        listPriceVersions(deps),
      ])
      return { version: prices.version, list: prices.now, registrarCents, running, versions }
    })

    bind(api.savePrices, async ({ body, staff }) => {
      const { version, changes } = await savePrices(deps, body, staff)
      return { version, message: `Saved as version ${version}, with ${countOf(changes.length, 'change')}.` }
    })

    bind(api.restorePrices, async ({ body, staff }) => {
      const { version } = await restorePrices(deps, body.version, staff)
      return { version, message: `Version ${body.version} is back, as version ${version}.` }
    })
  }
}
