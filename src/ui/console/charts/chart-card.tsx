import { type ReactNode, useState } from 'react'
import { Button } from '../../button.tsx'
import { Card, CardHeader } from '../../card.tsx'
import type { ConsoleColumn } from '../table/columns.ts'
import { ConsoleTable } from '../table/console-table.tsx'
import { type Bar, BarChart } from './bar-chart.tsx'

interface BarRowsProps {
  label: string
  bars: readonly Bar[]
  textOf: (value: number) => string
}

/** Bars under one another, each with its name: for things that have no order in time. */
function BarRows({ label, bars, textOf }: BarRowsProps) {
  const most = Math.max(...bars.map(({ value }) => value ?? 0), 1)
  return (
    <ul aria-label={label} className="grid gap-1.5 px-5 pb-5">
      {bars.map(({ label: name, value }) => (
        <li
          key={name}
          className="grid grid-cols-[8rem_minmax(0,1fr)_5rem] items-center gap-3 text-secondary max-sm:grid-cols-[6rem_minmax(0,1fr)_4rem]"
        >
          <span className="truncate">{name}</span>
          <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="h-2.5 w-full bg-sunken">
            <rect width={((value ?? 0) / most) * 100} height={1} className="fill-accent" />
          </svg>
          <span className="text-right text-muted tabular-nums">
            {value === null ? 'unknown' : textOf(value)}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface ChartCardProps<Row> {
  title: string
  about: string
  rows: readonly Row[]
  /** What tells a row from the others, and names it in the table. */
  keyOf: (row: Row) => string
  barOf: (row: Row) => Bar
  /** What a value reads as. */
  textOf: (value: number) => string
  columns: readonly ConsoleColumn<Row>[]
  /** Things without an order in time stand under one another, each with its name. */
  isUnordered?: boolean
  /** Said instead of a picture in which there would be nothing. */
  empty: ReactNode
}

/** A picture of some rows, and the rows themselves behind it. */
export function ChartCard<Row extends object>(props: ChartCardProps<Row>) {
  const { title, about, rows, keyOf, barOf, textOf, columns, isUnordered, empty } = props
  const [isTable, setTable] = useState(false)
  const bars = rows.map(barOf)
  const Picture = isUnordered ? BarRows : BarChart
  const other = isTable ? 'Show as chart' : 'Show as table'
  const isEmpty = bars.every(({ value }) => !value)
  return (
    <Card flush className="overflow-hidden">
      <div className="px-5 py-3.5">
        <CardHeader
          title={title}
          description={about}
          actions={
            !isEmpty && (
              <Button size="small" aria-label={`${other}: ${title}`} onClick={() => setTable(!isTable)}>
                {other}
              </Button>
            )
          }
        />
      </div>
      {isEmpty ? (
        <p className="px-5 pt-4 pb-10 text-center text-muted">{empty}</p>
      ) : isTable ? (
        <div className="border-line border-t">
          <ConsoleTable label={title} rows={rows} keyOf={keyOf} columns={columns} />
        </div>
      ) : (
        <Picture label={title} bars={bars} textOf={textOf} />
      )}
    </Card>
  )
}
