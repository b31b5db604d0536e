import type { Naming } from '#shared/plans/naming.ts'
import { planNamesOf } from '#shared/plans/price-list.ts'
import type { LiveBrand } from '../brand/live-brand.ts'
import type { LivePrices } from './live-prices.ts'

/** What the installation calls itself and its plans now. */
export const namingOf = ({ brand, prices }: { brand: LiveBrand; prices: LivePrices }): Naming => ({
  productName: brand.now.productName,
  planNames: planNamesOf(prices.now),
})
