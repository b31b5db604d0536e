import { orderItems, type Promotion, type Quote, quoteItems } from '#features/checkout/rules/pricing.ts'
import type { Prices } from '#features/plans/rules/price-list.ts'
import { type OrderDraft, selectedDomains } from './order-draft.ts'

/** What a draft costs as far as it has come: its plan, and the names that are in the cart. Undefined without a plan. */
export function quoteDraft(draft: OrderDraft, prices: Prices, promotion?: Promotion): Quote | undefined {
  const { plan, orderCount, domainOption, isReserve } = draft
  if (!plan) return undefined
  const { azure, google } = selectedDomains(draft)
  const items = orderItems(
    { plan, orderCount, isReserve, domainOption, domains: [...azure, ...google] },
    prices,
  )
  return quoteItems(items, promotion)
}
