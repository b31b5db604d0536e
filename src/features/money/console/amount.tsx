import { formatUsd } from '#base/text/usd.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import type { Figure } from '../rules/figure.ts'
import { figureOf, moneyColumns } from '../rules/money-columns.ts'
import type { MoneyLine } from '../rules/money-report.ts'

/** An amount; one that cannot be known says so. Why stands with the table's title. */
export const Amount = ({ figure: { cents } }: { figure: Figure }) =>
  cents === null ? (
    <span className="text-muted">Unknown</span>
  ) : (
    <span className="tabular-nums">{formatUsd(cents)}</span>
  )

/** Sorts what is unknown below everything that is known. */
const orderOf = (value: number | Figure): number => figureOf(value).cents ?? Number.MIN_SAFE_INTEGER

/** The columns of every table of money, after what its rows are called by. */
export const amountColumns = <Row extends MoneyLine>(isSorted: boolean): ConsoleColumn<Row>[] =>
  moneyColumns.map(({ id, title }) => ({
    id,
    title,
    align: 'right' as const,
    cell: (row: Row) => <Amount figure={figureOf(row[id])} />,
    ...(isSorted && { sortBy: (row: Row) => orderOf(row[id]) }),
  }))
