import * as z from 'zod/mini'
import { boundedText } from '#base/text/outcome.ts'
import { formatUsd } from '#base/text/usd.ts'
import { tldOf } from '#features/names/rules/domain-name.ts'
import { type DomainOption, type PlanId, planIds } from '#features/plans/rules/catalog.ts'
import { splitEvenly } from '#features/plans/rules/inbox-split.ts'
import { orderCents, type Prices, registrationCents } from '#features/plans/rules/price-list.ts'

/**
 * What is sold at the payment provider. The ids are fixed there too, so that a promotion covers exactly what
 * it says; a product may have several prices.
 */
export type ProductId = `plan_${PlanId}` | 'domain_registration'
const productOfPlan = (plan: PlanId): ProductId => `plan_${plan}`
export const productIds: readonly ProductId[] = [...planIds.map(productOfPlan), 'domain_registration']

/** Plans are charged again every billing period, registrations once. */
export const isRecurring = (product: ProductId): boolean => product !== 'domain_registration'

/** The plan behind a product; a registration has none. */
export const planOfProduct = (product: ProductId): PlanId | undefined =>
  planIds.find((plan) => productOfPlan(plan) === product)

/** One thing that is paid for: a bundle (by the caller's key for it) or a domain (by its name). */
export interface PricedItem {
  kind: 'bundle' | 'domain'
  key: string
  product: ProductId
  listCents: number
}

const registrations = (domains: readonly string[], prices: Prices): PricedItem[] =>
  domains.map((name) => ({
    kind: 'domain',
    key: name,
    product: 'domain_registration',
    listCents: registrationCents(prices, tldOf(name)),
  }))

/** New orders: one bundle each, keyed by its place from "1", and the registration of what is bought. */
export const orderItems = (
  order: {
    plan: PlanId
    orderCount: number
    /** Its domains are spares; absent: no. */
    isReserve?: boolean
    /** Null before it is chosen. */
    domainOption: DomainOption | null
    domains: readonly string[]
  },
  prices: Prices,
): PricedItem[] => [
  ...Array.from(
    { length: order.orderCount },
    (_, index): PricedItem => ({
      kind: 'bundle',
      key: String(index + 1),
      product: productOfPlan(order.plan),
      listCents: orderCents(prices, order.plan, order.isReserve ?? false),
    }),
  ),
  ...(order.domainOption === 'purchase' ? registrations(order.domains, prices) : []),
]

/** Cancelled bundles that come back, keyed by their group; and names to be paid for again. */
export const reinstateItems = (
  bundles: readonly { groupId: string; plan: PlanId; domains: readonly string[] }[],
  prices: Prices,
): PricedItem[] => [
  ...bundles.map(
    ({ groupId, plan }): PricedItem => ({
      kind: 'bundle',
      key: groupId,
      product: productOfPlan(plan),
      listCents: prices.reinstated[plan],
    }),
  ),
  ...registrations(
    bundles.flatMap(({ domains }) => domains),
    prices,
  ),
]

/** Groups on hold that are paid for again, at their plan's price, keyed by their group; and names to be paid for again. */
export const releaseItems = (
  groups: readonly { groupId: string; plan: PlanId; isReserve?: boolean; domains: readonly string[] }[],
  prices: Prices,
): PricedItem[] => [
  ...groups.map(
    ({ groupId, plan, isReserve = false }): PricedItem => ({
      kind: 'bundle',
      key: groupId,
      product: productOfPlan(plan),
      listCents: orderCents(prices, plan, isReserve),
    }),
  ),
  ...registrations(
    groups.flatMap(({ domains }) => domains),
    prices,
  ),
]

/** Whether a name may take the place of one that was paid for and could not be registered, at no cost. */
export const costsNoMore = (newName: string, originalName: string, prices: Prices): boolean =>
  registrationCents(prices, tldOf(newName)) <= registrationCents(prices, tldOf(originalName))

/** Names that take the place of others cost their registration; the bundle is paid for already. */
export const replacementItems = (
  option: DomainOption,
  domains: readonly string[],
  prices: Prices,
): PricedItem[] => (option === 'purchase' ? registrations(domains, prices) : [])

const cents = z.int().check(z.nonnegative())
const product = z.enum(productIds)

/** An offer, to the cent: what is shown, charged and stored. */
export const quote = z.object({
  /** As the payment provider bills them: equal things at equal prices on one line. */
  lines: z.array(
    z.object({ product, unitCents: cents, quantity: z.int(), listCents: cents, netCents: cents }),
  ),
  /** What each single thing costs after the promotion; adds up to `totalCents`. */
  items: z.array(
    z.object({
      kind: z.enum(['bundle', 'domain']),
      key: z.string(),
      product,
      listCents: cents,
      netCents: cents,
    }),
  ),
  /** Every billing period, from the second one on. */
  monthlyCents: cents,
  /** Once, before the promotion. */
  oneTimeCents: cents,
  discountCents: cents,
  /** Due now. */
  totalCents: cents,
})
export type Quote = z.output<typeof quote>

/** A discount on the first invoice, off the products it names. */
export interface Promotion {
  /** Hundredths of a percent, as whole numbers: 1.13 % is 113. A fraction of one cannot be multiplied exactly. */
  basisPoints: number
  appliesTo: readonly ProductId[]
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/**
 * Prices items, with the promotion taken off line by line. Each line's discount is rounded once, half a cent in favor of
 * who pays: 1.13 % off $50.00 is 57 cents. Stripe documents no rule for the half, so what it works out for a page is
 * compared before anybody is sent there. A line's net is divided among its items so that no cent is lost, the first ones
 * bearing what does not divide.
 */
export const quoteItems = (items: readonly PricedItem[], promotion?: Promotion): Quote =>
  quoteWith(items, ({ product, listCents }) =>
    promotion?.appliesTo.includes(product)
      ? listCents - discountOf(listCents, promotion.basisPoints)
      : listCents,
  )

/** Whole numbers throughout: `Math.round` of an amount times 1.13 / 100 is a cent off where that ends just below a half. */
function discountOf(listCents: number, basisPoints: number): number {
  const doubled = 2 * listCents * basisPoints + wholeBasisPoints
  return (doubled - (doubled % (2 * wholeBasisPoints))) / (2 * wholeBasisPoints)
}
const wholeBasisPoints = 10_000

type QuoteLine = Quote['lines'][number]

/** The same offer with what the provider charges for each of its lines; `undefined` where that is not these lines, reduced. */
export function quoteAsCharged(
  offer: Quote,
  charged: readonly Pick<QuoteLine, 'product' | 'unitCents' | 'netCents'>[],
  totalCents: number,
): Quote | undefined {
  const netOf = new Map(charged.map((line) => [`${line.product} ${line.unitCents}`, line.netCents]))
  const quote = quoteWith(
    offer.items,
    ({ product, unitCents }) => netOf.get(`${product} ${unitCents}`) ?? NaN,
  )
  const isReduced = quote.lines.every(({ netCents, listCents }) => netCents >= 0 && netCents <= listCents)
  return isReduced && quote.totalCents === totalCents ? quote : undefined
}

function quoteWith(
  items: readonly PricedItem[],
  netCentsOf: (line: Omit<QuoteLine, 'netCents'>) => number,
): Quote {
  const groups = Map.groupBy(items, (item) => `${item.product} ${item.listCents}`)
  const lines: Quote['lines'] = []
  const netOf = new Map<PricedItem, number>()
  for (const group of groups.values()) {
    const { product, listCents: unitCents } = group[0]!
    const line = { product, unitCents, quantity: group.length, listCents: unitCents * group.length }
    const netCents = netCentsOf(line)
    lines.push({ ...line, netCents })
    for (const [index, share] of splitEvenly(netCents, group.length).entries())
      netOf.set(group[index]!, share)
  }
  const listOf = (recurring: boolean) =>
    sum(lines.filter((line) => isRecurring(line.product) === recurring).map((line) => line.listCents))
  const [monthlyCents, oneTimeCents] = [listOf(true), listOf(false)]
  const totalCents = sum(lines.map((line) => line.netCents))
  return {
    lines,
    items: items.map((item) => ({ ...item, netCents: netOf.get(item)! })),
    monthlyCents,
    oneTimeCents,
    discountCents: monthlyCents + oneTimeCents - totalCents,
    totalCents,
  }
}

/** What a bundle costs every billing period, by its key in the offer that it is paid by: later prices do not change that. */
export const bundleCents = ({ items }: Pick<Quote, 'items'>, key: string): number | null => {
  const bundles = items.filter(({ kind }) => kind === 'bundle')
  return (bundles.find((item) => item.key === key) ?? bundles[0])?.listCents ?? null
}

/** When what was shown is no longer what is charged. */
export const priceChangedMessage = 'The price has changed. Please check the new total before you pay.'

/**
 * The least that can be charged at once. What an invoice has below it is put on the next one, so what was shown would not
 * be what is charged: https://docs.stripe.com/api/invoices, https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const leastChargeCents = 50

export const promotionMessages = {
  malformed: 'A promotion code has only letters, digits, hyphens and underscores',
  unknown: 'This promotion code is not valid',
  firstOrderOnly: 'This promotion code is for first orders only',
  firstOrderOpen:
    'This promotion code is for first orders only, and the payment page of another order with a code is still open. Pay there, or come back when it has closed, after two hours at most',
  refused: 'This promotion code cannot be used for this order',
  tooLittle: `This promotion code would leave less than ${formatUsd(leastChargeCents)} to pay, which cannot be charged. Please order without it`,
} as const

/** Before the discount. */
export const promotionMinimum = (cents: number): string =>
  `This promotion code needs an order of at least ${formatUsd(cents)}`

/** A code as the customer types it; whether it is valid only the payment provider knows. */
export const promotionCode = z.pipe(
  boundedText(100),
  z.pipe(
    z.transform((typed: string) => typed.trim()),
    z.string().check(z.regex(/^[A-Za-z0-9_-]{1,50}$/, promotionMessages.malformed)),
  ),
)
