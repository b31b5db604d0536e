import type { Naming } from '#features/plans/rules/naming.ts'
import { planNamesOf } from '#features/plans/rules/price-list.ts'
import type { LiveBrand } from '../brand/server/live-brand.ts'
import type { LivePrices } from './live-prices.ts'

/** What the installation calls itself and its plans now. */
export const namingOf = ({ brand, prices }: { brand: LiveBrand; prices: LivePrices }): Naming => ({
  productName: brand.now.productName,
  planNames: planNamesOf(prices.now),
})
