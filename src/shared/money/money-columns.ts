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

export const figureOf = (value: number | Figure): Figure =>
  typeof value === 'number' ? { cents: value, why: null } : value
