import { isRecurring, type Quote } from '#features/checkout/rules/pricing.ts'
import { tldOf } from '#features/names/rules/domain-name.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import { type Prices, registrationCents } from '#features/plans/rules/price-list.ts'

/** What coming back costs: each order, and domains that are registered again. */
export interface ReinstatePrice {
  orders: number
  registrations: { name: string; cents: number }[]
  /** Every billing period. */
  monthlyCents: number
  /** Once. */
  oneTimeCents: number
  /** Due now. */
  totalCents: number
}

/** The price before the server has named it. */
export function reinstatePrice(
  plans: readonly PlanId[],
  registeredAgain: readonly string[],
  prices: Prices,
): ReinstatePrice {
  const registrations = registeredAgain.map((name) => ({
    name,
    cents: registrationCents(prices, tldOf(name)),
  }))
  const monthlyCents = plans.reduce((sum, plan) => sum + prices.reinstated[plan], 0)
  const oneTimeCents = registrations.reduce((sum, { cents }) => sum + cents, 0)
  return {
    orders: plans.length,
    registrations,
    monthlyCents,
    oneTimeCents,
    totalCents: monthlyCents + oneTimeCents,
  }
}

/** The price that an offer of the server's names. */
export const offeredPrice = ({ items, monthlyCents, oneTimeCents, totalCents }: Quote): ReinstatePrice => ({
  orders: items.filter(({ product }) => isRecurring(product)).length,
  registrations: items
    .filter(({ product }) => !isRecurring(product))
    .map(({ key, netCents }) => ({ name: key, cents: netCents })),
  monthlyCents,
  oneTimeCents,
  totalCents,
})
