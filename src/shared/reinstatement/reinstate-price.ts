import { tldOf } from '../domains/domain-name.ts'
import { isRecurring, type Quote } from '../money/pricing.ts'
import { registrationCents, reinstateCents } from '../plans/catalog.ts'

/** What coming back costs: each order the same, whatever its plan, and domains that are registered again. */
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
export function reinstatePrice(orders: number, registeredAgain: readonly string[]): ReinstatePrice {
  const registrations = registeredAgain.map((name) => ({ name, cents: registrationCents(tldOf(name)) }))
  const monthlyCents = orders * reinstateCents
  const oneTimeCents = registrations.reduce((sum, { cents }) => sum + cents, 0)
  return { orders, registrations, monthlyCents, oneTimeCents, totalCents: monthlyCents + oneTimeCents }
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
