import { asc, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { costs } from '#base/db/schema/index.ts'
import type { CostPrice } from '../rules/cost-of.ts'
import type { MoneyFacts } from '../rules/money-report.ts'
import { type Range, readPayments } from './read-payments.ts'
import { readRecurring } from './read-recurring.ts'
import { readShared, readSpent } from './read-spent.ts'

/** `2026-11` of a moment. */
export const monthText = (moment: Date): string => moment.toISOString().slice(0, 7)

/** Months in order, from one to another. */
export function monthsOf(first: string, count: number): string[] {
  const [year = 0, month = 1] = first.split('-').map(Number)
  return Array.from({ length: count }, (_, n) => monthText(new Date(Date.UTC(year, month - 1 + n))))
}

const startOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`)

/** From the start of the first month to the end of the last. */
export function rangeOf(months: readonly string[]): Range {
  const [first = '', last = ''] = [months[0], months.at(-1)]
  return { from: startOf(first), until: startOf(monthsOf(last, 2)[1] ?? '') }
}

/** What every figure is made of, for months that follow each other. */
export async function readMoneyFacts(db: Db, months: readonly string[]): Promise<MoneyFacts> {
  const range = rangeOf(months)
  const [payments, recurring, spent, shared, prices] = await Promise.all([
    readPayments(db, range),
    readRecurring(db, range),
    readSpent(db, range),
    readShared(db, range),
    readCostPrices(db),
  ])
  return { months, payments, recurring, spent, shared, prices }
}

/** Every price that was entered, by what it is of and from when. */
export const readCostPrices = (db: Db): Promise<CostPrice[]> =>
  db
    .select({
      kind: costs.kind,
      subject: costs.subject,
      cents: costs.cents,
      from: sql<string>`to_char(${costs.validFrom}, 'YYYY-MM')`,
    })
    .from(costs)
    .orderBy(asc(costs.kind), asc(costs.subject), asc(costs.validFrom))
