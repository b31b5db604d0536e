import { orderItems, quoteItems } from '#features/checkout/rules/pricing.ts'
import {
  billingPeriodDays,
  type DomainOption,
  orderCountMax,
  type PlanId,
  type Platform,
  plans,
  platformContents,
  platforms,
  platformsOf,
  requiredDomains,
} from '#features/plans/rules/catalog.ts'
import type { Prices } from '#features/plans/rules/price-list.ts'
import { sparesRecommended } from '#features/reserve/rules/reserve.ts'
import { type SendingDays, sendingDaysOf } from './sending-days.ts'

/** What is to be reached, and how domains come about. */
export interface WantedVolume {
  /** Cold emails a month, at least 1. */
  emails: number
  days: SendingDays
  domainOption: DomainOption
  /** Of domains that are bought. */
  ending: string
  /** Whether a reserve is in the price. */
  reserve: boolean
  /** Share of the domains that burn in a month. */
  burn: number
}

/** Orders that the wizard takes at once, and what they cost there. */
export interface PlannedStep {
  /** Orders of the same kind that are placed before them. */
  before: number
  orders: number
  isReserve: boolean
  cost: Cost
}

/** So many orders of one plan, which reach what is wanted, and what they cost. */
export interface PlannedOrders {
  plan: PlanId
  /** Those that send. */
  orders: number
  /** Domains to be kept ready beside them, and the orders that have as many; they are orders of their own. */
  reserve: { domains: number; orders: number }
  /** Orders in the price: with the reserve where it is wanted. */
  allOrders: number
  /** Of the orders in the price, per platform. */
  domains: Record<Platform, number>
  /** Of the orders in the price, as many as are sold. */
  allMailboxes: Record<Platform, number>
  /** The same of the orders that send. */
  mailboxes: Record<Platform, number>
  /** Cold emails in 30 days, once all are warm. */
  capacity: number
  /** Of the orders in the price. */
  cost: Cost
  year: YearCost
  /** What one press each begins: orders that send, then, where it is wanted, the reserve. */
  steps: PlannedStep[]
}

/** In cents. */
interface Cost {
  /** Every billing period. */
  monthlyCents: number
  /** Registrations, once. */
  oneTimeCents: number
  /** Due now: both. */
  totalCents: number
}

/** What is charged in a year of 365 days; a renewal of a name that we registered is part of the plan. */
interface YearCost {
  /** Billing periods that begin in the first year. */
  payments: number
  /** With the registration of what is bought. */
  firstCents: number
  /** In a later year one period more or less begins. */
  laterCents: { least: number; most: number }
}

const yearDays = 365

/** Cold emails that one order of a plan sends on a day, at most. */
export const dailyOf = (plan: PlanId): number =>
  platforms.reduce((sum, platform) => {
    const { soldPerDomain, dailyLimit } = platformContents[platform]
    return sum + plans[plan].domains[platform] * soldPerDomain * dailyLimit
  }, 0)

/** Cold emails that one order of a plan sends in 30 days: what it is sold for, where so many days are enough for it. */
export const capacityOf = (plan: PlanId, days: SendingDays): number =>
  Math.min(plans[plan].monthlyCapacity, dailyOf(plan) * sendingDaysOf[days])

/** The orders of one plan that reach a volume, priced as the wizard prices them. */
export function planVolume(plan: PlanId, wanted: WantedVolume, prices: Prices): PlannedOrders {
  const each = capacityOf(plan, wanted.days)
  const orders = Math.ceil(wanted.emails / each)
  const reserve = reserveOf(plan, orders, wanted.burn)
  const reserved = wanted.reserve ? reserve.orders : 0
  const costOf = (count: number, isReserve: boolean) =>
    costOfOrders({ plan, orderCount: count, isReserve }, wanted, prices)
  const cost = sumOf(costOf(orders, false), costOf(reserved, true))
  const stepsOf = (count: number, isReserve: boolean): PlannedStep[] =>
    Array.from({ length: Math.ceil(count / orderCountMax) }, (_, index) => {
      const before = index * orderCountMax
      const atOnce = Math.min(count - before, orderCountMax)
      return { before, orders: atOnce, isReserve, cost: costOf(atOnce, isReserve) }
    })
  return {
    plan,
    orders,
    reserve,
    allOrders: orders + reserved,
    domains: requiredDomains(plan, orders + reserved),
    allMailboxes: mailboxesOf(plan, orders + reserved),
    mailboxes: mailboxesOf(plan, orders),
    capacity: each * orders,
    cost,
    year: yearOf(cost),
    steps: [...stepsOf(orders, false), ...stepsOf(reserved, true)],
  }
}

/** The same of each plan that can be had so, what costs least a month first; of equals what costs least to begin with. */
export const planVolumes = (of: readonly PlanId[], wanted: WantedVolume, prices: Prices): PlannedOrders[] =>
  of
    .filter((plan) => wanted.domainOption === 'purchase' || plans[plan].ownDomains)
    .map((plan) => planVolume(plan, wanted, prices))
    .sort(
      (one, other) =>
        one.cost.monthlyCents - other.cost.monthlyCents ||
        one.cost.totalCents - other.cost.totalCents ||
        domainCount(one) - domainCount(other),
    )

export const domainCount = ({ domains }: Pick<PlannedOrders, 'domains'>): number =>
  domains.azure + domains.google
export const mailboxCount = ({ allMailboxes }: Pick<PlannedOrders, 'allMailboxes'>): number =>
  allMailboxes.azure + allMailboxes.google

/** Whether a reserve is among what is counted and in the price. */
export const hasReserve = ({ allOrders, orders }: Pick<PlannedOrders, 'allOrders' | 'orders'>): boolean =>
  allOrders > orders

const mailboxesOf = (plan: PlanId, orders: number): Record<Platform, number> => {
  const domains = requiredDomains(plan, orders)
  return {
    azure: domains.azure * platformContents.azure.soldPerDomain,
    google: domains.google * platformContents.google.soldPerDomain,
  }
}

/** Domains to keep ready beside so many orders, and the orders that have as many: a domain takes the place of its like. */
function reserveOf(plan: PlanId, sending: number, burn: number): { domains: number; orders: number } {
  const domains = requiredDomains(plan, sending)
  const spares = platformsOf(plan).map((platform) => ({
    each: plans[plan].domains[platform],
    wanted: sparesRecommended(domains[platform], burn),
  }))
  return {
    domains: spares.reduce((sum, { wanted }) => sum + wanted, 0),
    orders: Math.max(...spares.map(({ each, wanted }) => Math.ceil(wanted / each))),
  }
}

function costOfOrders(
  order: { plan: PlanId; orderCount: number; isReserve: boolean },
  { domainOption, ending }: WantedVolume,
  prices: Prices,
): Cost {
  const { azure, google } = requiredDomains(order.plan, order.orderCount)
  const domains = Array.from({ length: azure + google }, (_, index) => `domain-${index + 1}.${ending}`)
  return quoteItems(orderItems({ ...order, domainOption, domains }, prices))
}

const sumOf = (one: Cost, other: Cost): Cost => ({
  monthlyCents: one.monthlyCents + other.monthlyCents,
  oneTimeCents: one.oneTimeCents + other.oneTimeCents,
  totalCents: one.totalCents + other.totalCents,
})

function yearOf({ monthlyCents, oneTimeCents }: Cost): YearCost {
  const payments = Math.ceil(yearDays / billingPeriodDays)
  return {
    payments,
    firstCents: payments * monthlyCents + oneTimeCents,
    laterCents: {
      least: Math.floor(yearDays / billingPeriodDays) * monthlyCents,
      most: payments * monthlyCents,
    },
  }
}
