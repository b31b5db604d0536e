import type { Renewing } from '#features/billing/rules/renewing.ts'
import { type CostPrice, costOf, type Spent } from './cost-of.ts'
import { type Figure, known, negative, sumOf, unknown } from './figure.ts'

/** Whose it is: a customer's, and of which plan. */
interface Owned {
  month: string
  customerId: string
  plan: string
}

/** What the payment provider's books have of one month, one customer and one plan. */
export interface PaymentFact extends Owned {
  chargedCents: number
  feeCents: number
  /** Payments whose fee is not known. */
  feesUnknown: number
  /** Payments that were first refused in this month and not paid since. */
  refusedCents: number
  refundedCents: number
  /** Asked back at a bank in this month, and with the bank until that is decided, or for good. */
  disputedCents: number
}

/** What will renew at a month's end, or now, and how it differs from what is paid for, and from the end of the month before. */
export interface RecurringFact extends Owned, Renewing {
  new: number
  lost: number
}

export type SpentFact = Owned & Spent

export interface MoneyFacts {
  /** `2026-11`, in order. */
  months: readonly string[]
  payments: readonly PaymentFact[]
  recurring: readonly RecurringFact[]
  spent: readonly SpentFact[]
  /** What no customer has to himself: tenants and accounts. */
  shared: readonly Spent[]
  prices: readonly CostPrice[]
}

/** All figures of one month, customer or plan. */
export interface MoneyLine {
  /** What will renew every billing period, as it is at the end; of several months the last one's. */
  mrr: number
  new: number
  lost: number
  charged: number
  refused: number
  refunded: number
  disputed: number
  /** What was charged and did not go back. */
  income: number
  fees: Figure
  cost: Figure
  /** Income less fees and cost. */
  margin: Figure
}

export interface MoneyReport {
  /** With what was paid for at each month's end, and why that is not what will renew. */
  months: (MoneyLine & Renewing & { month: string })[]
  /** Without what is shared. */
  customers: (MoneyLine & { customerId: string })[]
  plans: (MoneyLine & { plan: string })[]
  shared: Figure
  total: MoneyLine
}

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

type Part = Pick<MoneyFacts, 'payments' | 'recurring' | 'spent' | 'shared'>

/** Adds up what belongs together; `last` is the month whose end counts. */
function lineOf(part: Part, costIn: (spent: Spent) => Figure, last: string): MoneyLine {
  const { payments, recurring, spent, shared } = part
  const income = sum(payments, (row) => row.chargedCents - row.refundedCents - row.disputedCents)
  const feesUnknown = sum(payments, (row) => row.feesUnknown)
  const fees =
    feesUnknown > 0
      ? unknown(
          'Stripe has not told its fee for every payment: its key may lack the permission Balance: read.',
        )
      : known(sum(payments, (row) => row.feeCents))
  const cost = sumOf([...spent, ...shared].map(costIn))
  return {
    mrr: sum(
      recurring.filter(({ month }) => month === last),
      (row) => row.mrr,
    ),
    new: sum(recurring, (row) => row.new),
    lost: sum(recurring, (row) => row.lost),
    charged: sum(payments, (row) => row.chargedCents),
    refused: sum(payments, (row) => row.refusedCents),
    refunded: sum(payments, (row) => row.refundedCents),
    disputed: sum(payments, (row) => row.disputedCents),
    income,
    fees,
    cost,
    margin: sumOf([known(income), negative(fees), negative(cost)]),
  }
}

/** The parts of facts that have the same key, by it. */
function partsBy(facts: MoneyFacts, keyOf: (row: Owned) => string): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const name of ['payments', 'recurring', 'spent'] as const)
    for (const [key, rows] of Map.groupBy<string, Owned>(facts[name], keyOf)) {
      const part = parts.get(key) ?? { payments: [], recurring: [], spent: [], shared: [] }
      parts.set(key, { ...part, [name]: rows })
    }
  return parts
}

const renewingOf = (rows: readonly RecurringFact[]): Renewing => ({
  paid: sum(rows, (row) => row.paid),
  returned: sum(rows, (row) => row.returned),
  cancelled: sum(rows, (row) => row.cancelled),
  held: sum(rows, (row) => row.held),
  unpaid: sum(rows, (row) => row.unpaid),
  mrr: sum(rows, (row) => row.mrr),
})

const none: Part = { payments: [], recurring: [], spent: [], shared: [] }

/** Figures by month, by customer and by plan; all of them add up to the total, to the cent. */
export function moneyReport(facts: MoneyFacts): MoneyReport {
  const { months, prices, shared } = facts
  const last = months.at(-1) ?? ''
  // Each is part of a month, a customer, a plan and the total.
  const costs = new Map([...facts.spent, ...shared].map((each) => [each, costOf(prices, each)]))
  const costIn = (each: Spent) => costs.get(each) ?? costOf(prices, each)
  const byMonth = partsBy(facts, ({ month }) => month)
  const linesBy = (keyOf: (row: Owned) => string) =>
    [...partsBy(facts, keyOf)].map(([key, part]) => [key, lineOf(part, costIn, last)] as const)
  return {
    months: months.map((month) => {
      const part = { ...(byMonth.get(month) ?? none), shared: shared.filter((each) => each.month === month) }
      return { month, ...renewingOf(part.recurring), ...lineOf(part, costIn, month) }
    }),
    customers: linesBy(({ customerId }) => customerId)
      .map(([customerId, line]) => ({ customerId, ...line }))
      .toSorted((a, b) => b.income - a.income || (a.customerId < b.customerId ? -1 : 1)),
    plans: linesBy(({ plan }) => plan)
      .map(([plan, line]) => ({ plan, ...line }))
      .toSorted((a, b) => b.income - a.income || (a.plan < b.plan ? -1 : 1)),
    shared: sumOf(shared.map(costIn)),
    total: lineOf(facts, costIn, last),
  }
}
