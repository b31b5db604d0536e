import type { Renewing } from '#features/billing/rules/renewing.ts'
import type { Figure } from './figure.ts'
import type { MoneyLine } from './money-report.ts'

/** What stands in every table of money after its first column, in its order. */
export const moneyColumns = [
  { id: 'mrr', title: 'MRR' },
  { id: 'new', title: 'New' },
  { id: 'lost', title: 'Lost' },
  { id: 'charged', title: 'Charged' },
  { id: 'refused', title: 'Refused' },
  { id: 'refunded', title: 'Refunded' },
  { id: 'disputed', title: 'Disputed' },
  { id: 'income', title: 'Income' },
  { id: 'fees', title: 'Fees' },
  { id: 'cost', title: 'Cost' },
  { id: 'margin', title: 'Margin' },
] as const satisfies readonly { id: keyof MoneyLine; title: string }[]

/** From what is paid for at a month's end to what will renew. */
export const renewingColumns = [
  { id: 'paid', title: 'Paid for' },
  { id: 'returned', title: 'Given back' },
  { id: 'cancelled', title: 'Cancelled' },
  { id: 'held', title: 'On hold' },
  { id: 'unpaid', title: 'Not paid for' },
  { id: 'mrr', title: 'MRR' },
] as const satisfies readonly { id: keyof Renewing; title: string }[]

export const figureOf = (value: number | Figure): Figure =>
  typeof value === 'number' ? { cents: value, why: null } : value
