import { inArray } from 'drizzle-orm'
import { bookedUntil, readBackfill } from '#base/db/books-read.ts'
import type { Db } from '#base/db/client.ts'
import { customers } from '#base/db/schema/index.ts'
import { invalid } from '#base/http/refusal.ts'
import { entryOf } from '#base/records/entry-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { planIds, platforms } from '#features/plans/rules/catalog.ts'
import { type PlanNames, planName } from '#features/plans/rules/naming.ts'
import { planNamesOf, soldTlds } from '#features/plans/rules/price-list.ts'
import type { MoneyView } from '../api/console-money.ts'
import { unknown } from '../rules/figure.ts'
import { type MoneyFacts, moneyReport } from '../rules/money-report.ts'
import { readCompared } from './books/compare-books.ts'
import { countOtherCurrencies } from './books/other-currencies.ts'
import { readForecast } from './read-forecast.ts'
import { monthsOf, monthText, rangeOf, readMoneyFacts } from './read-money.ts'

/** Said wherever figures would be. */
export const booksAreRead =
  'Stripe’s books are still being read: there are no figures yet. Please look again in a few minutes.'

const notBegun = 'This month has not begun. What will renew itself is in the forecast.'

const aYear = 12

/** The last twelve months, the present one last. */
export const lastMonths = (): string[] => monthsOf(monthFromNow(1 - aYear), aYear)

/** The month that is so many before, or after, this one. */
const monthFromNow = (months: number): string => {
  const now = new Date()
  return monthText(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)))
}

/**
 * What is earned and spent in one month, or in the last twelve. Until the books are read there are no figures at all.
 * Throws a `Refusal` for a month to come: what is so at its end is not known, least of all what is so now.
 */
export async function showMoney(
  { db, prices }: Pick<Dependencies, 'db' | 'prices'>,
  month: string | undefined,
): Promise<MoneyView> {
  if (month !== undefined && month > monthFromNow(0)) throw invalid(notBegun, { month: notBegun })
  const isRead = (await readBackfill(db)).stage === 'done'
  const asked = month ? [month] : lastMonths()
  const [facts, otherCurrencies, forecast, compared, readUntil] = await Promise.all([
    readMoneyFacts(db, asked),
    isRead ? countOtherCurrencies(db, rangeOf(asked)) : 0,
    isRead ? readForecast(db, monthsOf(monthFromNow(0), aYear)) : [],
    isRead ? readCompared(db, asked) : [],
    bookedUntil(db),
  ])
  const report = moneyReport(
    isRead ? facts : { ...facts, payments: [], recurring: [], spent: [], shared: [] },
  )
  const names = await namesOf(
    db,
    report.customers.map(({ customerId }) => customerId),
  )
  const planNames = planNamesOf(prices.now)
  return {
    isRead,
    months: isRead ? report.months : [],
    customers: report.customers.map((line) => ({
      ...line,
      name: names.get(line.customerId) ?? line.customerId,
    })),
    plans: report.plans.map((line) => ({ ...line, name: lineName(line.plan, planNames) })),
    shared: isRead ? report.shared : unknown(booksAreRead),
    total: isRead ? report.total : null,
    otherCurrencies,
    readUntil: readUntil?.toISOString() ?? null,
    compared: compared.map(({ until, ...sums }) => ({ ...sums, until: until.toISOString() })),
    forecast,
    costs: [...facts.prices],
    missing: missingCosts(facts, soldTlds(prices.now)),
  }
}

async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(inArray(customers.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What is not of one plan, beside the plans themselves. */
const otherPlans = { several: 'Several plans at once', other: 'No plan' }
const lineName = (line: string, names: PlanNames): string => {
  const plan = planIds.find((each) => each === line)
  return plan ? planName(plan, names) : (entryOf(otherPlans, line) ?? line)
}

/** What is sold and what is in use, as far as nobody has entered what it costs. */
function missingCosts({ spent, shared, prices }: MoneyFacts, tlds: readonly string[]): MoneyView['missing'] {
  const wanted: MoneyView['missing'] = [
    ...tlds.flatMap((subject) => [
      { kind: 'registration' as const, subject },
      { kind: 'renewal' as const, subject },
    ]),
    ...platforms.flatMap((subject) => [
      { kind: 'licence' as const, subject },
      { kind: 'tenant' as const, subject },
    ]),
    ...[...spent, ...shared].map(({ kind, subject }) => ({ kind, subject })),
  ]
  const keyOf = ({ kind, subject }: { kind: string; subject: string }) => `${kind} ${subject}`
  const entered = new Set(prices.map(keyOf))
  return [...new Map(wanted.map((each) => [keyOf(each), each])).values()].filter(
    (each) => !entered.has(keyOf(each)),
  )
}
