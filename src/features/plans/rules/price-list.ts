import { keysOf } from '#base/records/keys-of.ts'
import { type PlanId, planIds, purchasableTlds, type Tld } from './catalog.ts'
import type { PlanNames } from './naming.ts'

/** What a plan is called, and what one order of it costs every billing period, in cents. */
export interface PlanPrice {
  /** Null: as the catalog calls it. */
  name: string | null
  cents: number
  /** What it cost before, shown struck through; null shows none. */
  originalCents: number | null
  /** The same of an order of spares, which is never more than any other one; null: what the plan costs. */
  spareCents: number | null
  /** Whether new orders are taken; those that run go on. */
  onSale: boolean
}

/** What domains with an ending cost, in cents. */
export interface TldPrice {
  /** Once, for registering one; own domains cost nothing. */
  cents: number
  /** A name for which the registrar asks more than this is refused as premium. */
  ceilingCents: number
  onSale: boolean
}

/** What is sold at which price: one version of it counts at a time. */
export interface PriceList {
  plans: Record<PlanId, PlanPrice>
  tlds: Record<Tld, TldPrice>
  /** What an order that comes back costs every billing period, whatever its plan. */
  reinstateCents: number
}

const tld = (cents: number, ceilingCents: number): TldPrice => ({ cents, ceilingCents, onSale: true })

/** The first version, which counts until an owner makes another one. */
export const firstPriceList: PriceList = {
  plans: {
    azure: { name: null, cents: 50_00, originalCents: null, spareCents: null, onSale: true },
    google: { name: null, cents: 50_00, originalCents: null, spareCents: null, onSale: true },
    premium: { name: null, cents: 125_00, originalCents: null, spareCents: null, onSale: true },
  },
  tlds: {
    com: tld(15_50, 25_00),
    co: tld(9_00, 45_00),
    net: tld(9_00, 45_00),
    org: tld(9_00, 45_00),
    info: tld(9_00, 45_00),
    biz: tld(9_00, 45_00),
  },
  reinstateCents: 50_00,
}

/** What a customer was promised instead of the list's prices, per order. */
export type OwnPrices = Partial<Record<PlanId, number>>

/** What somebody pays, in cents: the list's prices, and their own where they have some. */
export interface Prices {
  /** One order, every billing period. */
  plans: Record<PlanId, number>
  /** The same of an order of spares, of the plans that have a price for that. */
  spares: OwnPrices
  /** The same of an order that comes back. */
  reinstated: Record<PlanId, number>
  /** Registering one domain, by its ending. */
  tlds: Record<string, number>
}

/** The prices of a list, for who has none of their own. */
export const pricesOf = ({ plans, tlds, reinstateCents }: PriceList): Prices => ({
  plans: { azure: plans.azure.cents, google: plans.google.cents, premium: plans.premium.cents },
  spares: given((plan) => plans[plan].spareCents),
  reinstated: { azure: reinstateCents, google: reinstateCents, premium: reinstateCents },
  tlds: Object.fromEntries(purchasableTlds.map((each) => [each, tlds[each].cents])),
})

/** The same for a customer with prices of their own. One is what an order costs them, also one that comes back. */
export const withOwnPrices = (prices: Prices, own: OwnPrices | undefined): Prices => ({
  ...prices,
  plans: { ...prices.plans, ...own },
  reinstated: { ...prices.reinstated, ...own },
})

/** One order, every billing period: of spares it is what they cost, and never more than any other one. */
export const orderCents = (
  { plans, spares }: Pick<Prices, 'plans' | 'spares'>,
  plan: PlanId,
  isReserve: boolean,
): number => (isReserve ? Math.min(spares[plan] ?? plans[plan], plans[plan]) : plans[plan])

/** Registering a name. An ending that has no price costs as much as the dearest one. */
export const registrationCents = ({ tlds }: Pick<Prices, 'tlds'>, tld: string): number =>
  tlds[tld] ?? Math.max(...Object.values(tlds))

/** The most that the registrar may ask for a name. */
export const ceilingCents = ({ tlds }: PriceList, tld: string): number =>
  tlds[keysOf(tlds).find((each) => each === tld) ?? 'com'].ceilingCents

export const soldPlans = ({ plans }: PriceList): PlanId[] => planIds.filter((plan) => plans[plan].onSale)
export const soldTlds = ({ tlds }: PriceList): Tld[] => purchasableTlds.filter((each) => tlds[each].onSale)

/** What the list calls plans otherwise than the catalog. */
export const planNamesOf = ({ plans }: PriceList): PlanNames =>
  Object.fromEntries(planIds.flatMap((plan) => (plans[plan].name === null ? [] : [[plan, plans[plan].name]])))

/** Prices before the present ones, of the plans that show one. */
export const originalPrices = ({ plans }: PriceList): OwnPrices => given((plan) => plans[plan].originalCents)

/** By plan, of those that have one. */
function given(centsOf: (plan: PlanId) => number | null): OwnPrices {
  const all = planIds.map((plan) => [plan, centsOf(plan)] as const)
  return Object.fromEntries(all.filter(([, cents]) => cents !== null))
}
