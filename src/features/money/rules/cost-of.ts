import { platformContents } from '#features/plans/rules/catalog.ts'
import { type Figure, known, unknown } from './figure.ts'
import { type CostKind, costKinds } from './money-words.ts'

/** What one of something costs from a month on, until another price of it begins. */
export interface CostPrice {
  kind: CostKind
  subject: string
  cents: number
  /** `2026-11` */
  from: string
}

/** So many of something in one month. */
export interface Spent {
  month: string
  kind: CostKind
  subject: string
  count: number
}

/** What it is of, as people say it: ".com", "Google". */
export const subjectText = (kind: CostKind, subject: string): string =>
  costKinds[kind].of === 'tld'
    ? `.${subject}`
    : subject === 'azure' || subject === 'google'
      ? platformContents[subject].fullName
      : subject

/** The price that holds in a month: the last one that has begun. Months compare as text. */
function priceIn(prices: readonly CostPrice[], { month, kind, subject }: Omit<Spent, 'count'>) {
  return prices
    .filter((price) => price.kind === kind && price.subject === subject && price.from <= month)
    .reduce<CostPrice | undefined>(
      (last, price) => (last && last.from > price.from ? last : price),
      undefined,
    )
}

/** What so many of something cost; unknown where nobody has entered what one costs. */
export function costOf(prices: readonly CostPrice[], spent: Spent): Figure {
  if (spent.count === 0) return known(0)
  const price = priceIn(prices, spent)
  if (price) return known(price.cents * spent.count)
  const { title, per } = costKinds[spent.kind]
  return unknown(
    `No cost is entered for ${title.toLowerCase()}, ${subjectText(spent.kind, spent.subject)} (per ${per}).`,
  )
}
