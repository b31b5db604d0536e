import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import type { Figure } from '../rules/figure.ts'
import { costKindNames } from '../rules/money-words.ts'

/** `2026-11` */
const month = z.pipe(
  boundedText(7),
  z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'Please name a month like 2026-11.')),
)

const figure = z.object({
  cents: z.nullable(z.number()),
  why: z.nullable(z.string()),
}) satisfies z.ZodMiniType<Figure>

/** See `MoneyLine`. */
const line = {
  mrr: z.number(),
  new: z.number(),
  lost: z.number(),
  charged: z.number(),
  refused: z.number(),
  refunded: z.number(),
  disputed: z.number(),
  income: z.number(),
  fees: figure,
  cost: figure,
  margin: figure,
}

/** See `Renewing`. */
const paidFor = {
  paid: z.number(),
  returned: z.number(),
  cancelled: z.number(),
  held: z.number(),
  unpaid: z.number(),
}

const forecastMonth = z.object({
  month: z.string(),
  renewals: z.number(),
  renewed: z.number(),
  domains: z.number(),
  domainCost: figure,
})
export type ForecastMonth = z.output<typeof forecastMonth>

const cost = z.object({
  kind: z.enum(costKindNames),
  subject: z.string(),
  cents: z.number(),
  /** `2026-11` */
  from: z.string(),
})

const sums = z.object({ charged: z.number(), returned: z.number() })

const moneyView = z.object({
  /** Whether everything that the payment provider has is read. While it is not, there are no figures. */
  isRead: z.boolean(),
  months: z.array(z.object({ month: z.string(), ...line, ...paidFor })),
  customers: z.array(z.object({ customerId: z.string(), name: z.string(), ...line })),
  plans: z.array(z.object({ plan: z.string(), name: z.string(), ...line })),
  /** Tenants and accounts: no customer's alone. */
  shared: figure,
  /** Null while there are no figures. */
  total: z.nullable(z.object(line)),
  /** Charges that no figure has, because they are not in dollars. */
  otherCurrencies: z.number(),
  /** Until when everything that the payment provider has told is in; null before it was ever asked. */
  readUntil: z.nullable(z.string()),
  /** The provider's own sums beside ours, of what was charged and what went back or was asked back, until then. */
  compared: z.array(z.object({ month: z.string(), until: z.string(), stripe: sums, books: sums })),
  forecast: z.array(forecastMonth),
  costs: z.array(cost),
  /** What is in use, or sold, and has no cost yet. */
  missing: z.array(z.object({ kind: z.enum(costKindNames), subject: z.string() })),
})
export type MoneyView = z.output<typeof moneyView>

export const consoleMoney = endpoint({
  method: 'GET',
  path: '/api/operator/money',
  summary: 'Staff: what is earned and spent, by month, customer and plan',
  access: 'staff:money.read',
  // Every payment of its months is added up.
  limit: 'staff',
  /** One month; the last twelve without. */
  query: z.strictObject({ month: z.optional(month) }),
  response: moneyView,
})

const moneyTables = ['months', 'renewing', 'customers', 'plans', 'forecast', 'costs'] as const
export type MoneyTable = (typeof moneyTables)[number]

export const consoleMoneyCsv = endpoint({
  method: 'GET',
  path: '/api/operator/money/csv',
  summary: 'Staff: one of the tables of money as a file for a spreadsheet',
  access: 'staff:money.read',
  // Every payment of its months is added up.
  limit: 'staff',
  query: z.strictObject({ table: z.enum(moneyTables), month: z.optional(month) }),
  response: z.object({ filename: z.string(), csv: z.string() }),
})

/** A price of one thing is below a hundred thousand dollars. */
const mostCents = 10_000_000

export const enterCost = endpoint({
  method: 'POST',
  path: '/api/operator/money/costs',
  summary: 'Staff: what something costs from a month on; the same month again writes over it',
  access: 'staff:money.costs',
  limit: 'staff',
  body: z.strictObject({
    kind: z.enum(costKindNames),
    subject: boundedText(63),
    cents: z.int().check(z.nonnegative(), z.maximum(mostCents)),
    from: month,
  }),
  response: z.object({ message: z.string() }),
})

export const readBooksAgain = endpoint({
  method: 'POST',
  path: '/api/operator/money/read-again',
  summary: 'Staff: read all that Stripe has into the books again, where they lack something',
  access: 'staff:money.costs',
  limit: 'staff',
  body: z.strictObject({}),
  response: z.object({ message: z.string() }),
})

export const removeCost = endpoint({
  method: 'POST',
  path: '/api/operator/money/costs/remove',
  summary: 'Staff: a cost that was entered wrongly; what is entered for an earlier month counts again',
  access: 'staff:money.costs',
  limit: 'staff',
  body: z.strictObject({ kind: z.enum(costKindNames), subject: boundedText(63), from: month }),
  response: z.object({ message: z.string() }),
})
