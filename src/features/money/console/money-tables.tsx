import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { customerPath } from '#ui/console/operator-paths.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { MoneyView, MoneyTable as TableName } from '../api/console-money.ts'
import { type Figure, reasonsOf } from '../rules/figure.ts'
import { renewingColumns } from '../rules/money-columns.ts'
import type { MoneyLine } from '../rules/money-report.ts'
import { Amount, amountColumns } from './amount.tsx'
import { downloadTable } from './money-queries.ts'

type Month = MoneyView['months'][number]
type Customer = MoneyView['customers'][number]
type Plan = MoneyView['plans'][number]
type Coming = MoneyView['forecast'][number]

const monthColumns: readonly ConsoleColumn<Month>[] = [
  { id: 'month', title: 'Month', cell: ({ month }) => month },
  ...amountColumns<Month>(false),
]
const customerColumns: readonly ConsoleColumn<Customer>[] = [
  { id: 'name', title: 'Customer', cell: ({ name }) => name, sortBy: ({ name }) => name },
  ...amountColumns<Customer>(true),
]
const planColumns: readonly ConsoleColumn<Plan>[] = [
  { id: 'plan', title: 'Plan', cell: ({ name }) => name },
  ...amountColumns<Plan>(false),
]
const renewingCells: readonly ConsoleColumn<Month>[] = [
  { id: 'month', title: 'Month', cell: ({ month }) => month },
  ...renewingColumns.map(({ id, title }) => ({
    id,
    title,
    align: 'right' as const,
    cell: (row: Month) => formatUsd(row[id]),
  })),
]
const comingColumns: readonly ConsoleColumn<Coming>[] = [
  { id: 'month', title: 'Month', cell: ({ month }) => month },
  { id: 'renewals', title: 'Renewals', align: 'right', cell: ({ renewals }) => numberText(renewals) },
  { id: 'cents', title: 'Charged', align: 'right', cell: ({ renewed }) => formatUsd(renewed) },
  { id: 'domains', title: 'Domains renewed', align: 'right', cell: ({ domains }) => numberText(domains) },
  {
    id: 'cost',
    title: 'Cost of domains',
    align: 'right',
    cell: ({ domainCost }) => <Amount figure={domainCost} />,
  },
]

const lineFigures = ({ fees, cost, margin }: MoneyLine): Figure[] => [fees, cost, margin]

export const MonthsTable = ({ view, month }: { view: MoneyView; month: string }) => (
  <MoneyTable
    table="months"
    title="By month"
    about="What will renew as of the month’s end, what came and what went since the month before, and what was charged, given back, earned and spent. Refused: payments not paid since. Disputed: lost, or still open."
    month={month}
    rows={view.months}
    keyOf={(row) => row.month}
    columns={monthColumns}
    figuresOf={lineFigures}
  />
)

export const RenewingTable = ({ view, month }: { view: MoneyView; month: string }) => (
  <MoneyTable
    table="renewing"
    title="From paid for to MRR"
    about="Paid for at the month’s end, less what has stopped since it was paid, plus what renews but is not paid for: after a hold, or a refused charge."
    month={month}
    rows={view.months}
    keyOf={(row) => row.month}
    columns={renewingCells}
    figuresOf={() => []}
  />
)

export const CustomersTable = ({ view, month }: { view: MoneyView; month: string }) => (
  <MoneyTable
    table="customers"
    title="By customer"
    about="Without tenants and accounts, which no customer has alone."
    month={month}
    rows={view.customers}
    keyOf={({ customerId }) => customerId}
    columns={customerColumns}
    figuresOf={lineFigures}
    hrefOf={({ customerId }) => customerPath(customerId)}
  />
)

export const PlansTable = ({ view, month }: { view: MoneyView; month: string }) => (
  <MoneyTable
    table="plans"
    title="By plan"
    about="A payment for several plans is not divided: it has a line of its own."
    month={month}
    rows={view.plans}
    keyOf={({ plan }) => plan}
    columns={planColumns}
    figuresOf={lineFigures}
  />
)

export const ForecastTable = ({ view }: { view: MoneyView }) => (
  <MoneyTable
    table="forecast"
    title="Renewals to come"
    about="If nothing changes: what runs and is billed, every 30 days, and the domains whose year is over."
    month=""
    rows={view.forecast}
    keyOf={(row) => row.month}
    columns={comingColumns}
    figuresOf={({ domainCost }) => [domainCost]}
  />
)

interface MoneyTableProps<Row> {
  table: TableName
  title: string
  about: string
  month: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly ConsoleColumn<Row>[]
  /** What may be unknown of a row. */
  figuresOf: (row: Row) => Figure[]
  hrefOf?: (row: Row) => string
}

/** Why figures are unknown, a line for each reason, for everybody who sees that they are. */
function WhyUnknown({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <div className="mt-2 text-label text-muted">
      <p>Where it says “Unknown”:</p>
      <ul className="list-disc pl-5">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  )
}

/** A table with what it is, and the same as a file. */
function MoneyTable<Row extends object>(props: MoneyTableProps<Row>) {
  const { table, title, about, month, rows, figuresOf, ...rest } = props
  const isEmpty = rows.length === 0
  return (
    <Card flush className="overflow-clip">
      <div className="px-5 py-3.5">
        <CardHeader
          title={title}
          description={about}
          actions={!isEmpty && <DownloadButton table={table} title={title} month={month} />}
        />
        <WhyUnknown reasons={reasonsOf(rows.flatMap(figuresOf))} />
      </div>
      <div className="overflow-x-auto border-line border-t">
        {isEmpty ? (
          <EmptyState title="Nothing yet">Lines stand here as soon as something is paid.</EmptyState>
        ) : (
          <ConsoleTable label={title} rows={rows} {...rest} />
        )}
      </div>
    </Card>
  )
}

/** The same rows as a file for a spreadsheet. */
export function DownloadButton({ table, title, month }: { table: TableName; title: string; month: string }) {
  const downloading = useStaffAction({ mutationFn: () => downloadTable(table, month) })
  return (
    <Button
      size="small"
      aria-label={`Download CSV: ${title}`}
      loading={downloading.isPending}
      onClick={() => downloading.mutate()}
    >
      Download CSV
    </Button>
  )
}
