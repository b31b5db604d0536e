import { planIds, purchasableTlds } from '#features/plans/rules/catalog.ts'
import { firstPriceList, type PriceList } from '#features/plans/rules/price-list.ts'
import { recordOf } from '../records/keys-of.ts'
import type { Environment } from './environment.ts'

/** The first price list: the code's, and of what is on sale and struck through what the environment says. */
export const shippedPricesOf = (values: Environment): PriceList => ({
  ...firstPriceList,
  plans: recordOf(planIds, (plan) => ({
    ...firstPriceList.plans[plan],
    originalCents: values.ORIGINAL_PRICES[plan] ?? null,
    onSale: values.PLANS_ENABLED.includes(plan),
  })),
  tlds: recordOf(purchasableTlds, (tld) => ({
    ...firstPriceList.tlds[tld],
    onSale: values.PURCHASABLE_TLDS.includes(tld),
  })),
})
