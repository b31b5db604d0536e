import { csvCell } from '#vendors/csv/adapter/mailboxes-csv.ts'
import type { MoneyTable, MoneyView } from '../api/console-money.ts'
import { subjectText } from '../rules/cost-of.ts'
import type { Figure } from '../rules/figure.ts'
import { figureOf, moneyColumns, renewingColumns } from '../rules/money-columns.ts'
import type { MoneyLine } from '../rules/money-report.ts'
import { costKinds, otherCurrenciesText } from '../rules/money-words.ts'

type Cell = string | number | Figure

/** Dollars with two places, as spreadsheets read numbers everywhere; unknown with its reason. */
const dollars = (cents: number): string => (cents / 100).toFixed(2)

/** An amount below nothing begins with a sign and is a number all the same: of digits alone nothing can be run. */
function cellText(cell: Cell): string {
  if (typeof cell === 'string') return csvCell(cell)
  if (typeof cell === 'number') return String(cell)
  return cell.cents === null ? csvCell(`unknown: ${cell.why}`) : dollars(cell.cents)
}

const figuresOf = (line: MoneyLine): Figure[] => moneyColumns.map(({ id }) => figureOf(line[id]))
const moneyTitles = moneyColumns.map(({ title }) => `${title} (USD)`)

const tables: Record<MoneyTable, (view: MoneyView) => Cell[][]> = {
  months: ({ months }) => [
    ['Month', ...moneyTitles],
    ...months.map((line) => [line.month, ...figuresOf(line)]),
  ],
  renewing: ({ months }) => [
    ['Month', ...renewingColumns.map(({ title }) => `${title} (USD)`)],
    ...months.map((line) => [line.month, ...renewingColumns.map(({ id }) => figureOf(line[id]))]),
  ],
  customers: ({ customers }) => [
    ['Customer', 'Id', ...moneyTitles],
    ...customers.map((line) => [line.name, line.customerId, ...figuresOf(line)]),
  ],
  plans: ({ plans }) => [['Plan', ...moneyTitles], ...plans.map((line) => [line.name, ...figuresOf(line)])],
  forecast: ({ forecast }) => [
    ['Month', 'Renewals', 'Renewals (USD)', 'Domains', 'Cost of domains (USD)'],
    ...forecast.map((row) => [row.month, row.renewals, figureOf(row.renewed), row.domains, row.domainCost]),
  ],
  costs: ({ costs }) => [
    ['What', 'Of', 'Per', 'From', 'Cost (USD)'],
    ...costs.map(({ kind, subject, cents, from }) => [
      costKinds[kind].title,
      subjectText(kind, subject),
      costKinds[kind].per,
      from,
      figureOf(cents),
    ]),
  ],
}

/** Tables of what was charged, which may not be all. */
const ofCharges: readonly MoneyTable[] = ['months', 'customers', 'plans']

/** A last row for what no figure has, as wide as the others. */
function notCounted({ otherCurrencies }: MoneyView, table: MoneyTable, width: number): Cell[][] {
  if (otherCurrencies === 0 || !ofCharges.includes(table)) return []
  return [Array.from({ length: width }, (_, at) => (at === 0 ? otherCurrenciesText(otherCurrencies) : ''))]
}

/** A table of the page as a CSV file after RFC 4180. */
export function moneyCsv(view: MoneyView, table: MoneyTable): string {
  const rows = tables[table](view)
  return [...rows, ...notCounted(view, table, rows[0]?.length ?? 0)]
    .map((row) => `${row.map(cellText).join(',')}\r\n`)
    .join('')
}
