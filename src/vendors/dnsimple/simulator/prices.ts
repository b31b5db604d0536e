import { premiumPriceCents, splitName } from '#vendors/sandbox/names/universe.ts'

export interface Prices {
  registration: number
  renewal: number
}

/** What DNSimple asks for a year, in cents. */
const byTld: Record<string, Prices> = {
  com: { registration: 16_00, renewal: 16_00 },
  net: { registration: 18_00, renewal: 18_00 },
  org: { registration: 17_00, renewal: 17_00 },
  info: { registration: 24_00, renewal: 24_00 },
  biz: { registration: 22_00, renewal: 22_00 },
  co: { registration: 35_00, renewal: 35_00 },
  io: { registration: 60_00, renewal: 60_00 },
  app: { registration: 20_00, renewal: 20_00 },
}

/** Undefined when DNSimple does not sell the TLD. */
const standardPrices = (name: string): Prices | undefined => byTld[splitName(name).tld]

export function pricesOf(name: string): (Prices & { premium: boolean }) | undefined {
  const standard = standardPrices(name)
  if (!standard) return undefined
  const premium = premiumPriceCents(name)
  return premium === undefined
    ? { ...standard, premium: false }
    : { registration: premium, renewal: premium, premium: true }
}
