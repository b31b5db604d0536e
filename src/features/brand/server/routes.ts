import { brandStyles } from '#base/brand/server/brand-styles.ts'
import { sandboxBulkDemo } from '#base/config/sandbox-bulk-demo.ts'
import type { Routes } from '#base/http/binding.ts'
import { readRelay } from '#base/mail/relay.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import {
  originalPrices,
  planNamesOf,
  pricesOf,
  soldPlans,
  soldTlds,
} from '#features/plans/rules/price-list.ts'
import { getConfig, getHealth, type PublicConfig } from '../api/config.ts'
import { createCurrentBanner } from './current-banner.ts'

/** What every visitor may know. */
export function siteRoutes({ config, brand, prices, db, vendors, log }: Dependencies): Routes {
  const currentBanner = createCurrentBanner({ brand, vendors, log })
  const decided = {
    nameServers: [...config.nameServers],
    sandbox: config.sandbox ? { consoleUrl: config.sandbox.consoleUrl, bulkDemo: sandboxBulkDemo } : null,
  }

  return (bind) => {
    bind(getConfig, async (): Promise<PublicConfig> => {
      const banner = await currentBanner()
      const { productName, supportEmail, helpUrl, panel } = brand.now
      return {
        ...decided,
        planNames: planNamesOf(prices.now),
        plansEnabled: soldPlans(prices.now),
        originalPriceCents: originalPrices(prices.now),
        purchasableTlds: soldTlds(prices.now),
        prices: pricesOf(prices.now),
        styles: brandStyles(brand.now).tag,
        productName,
        supportEmail,
        helpUrl,
        testimonial: panel,
        banner,
      }
    })
    bind(getHealth, async ({ reply }) => {
      const mail = await readRelay(db).then(
        (relay) => (relay?.stoppedAt ? ('stopped' as const) : ('ok' as const)),
        () => 'unknown' as const,
      )
      const database = mail !== 'unknown'
      if (!database) void reply.status(503).header('retry-after', 2)
      return { status: database ? ('ok' as const) : ('starting' as const), database, mail }
    })
  }
}
