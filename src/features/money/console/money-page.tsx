import { useQuery } from '@tanstack/react-query'
import { formatUsd } from '#base/text/usd.ts'
import { Alert } from '#ui/alert.tsx'
import { ChartCard } from '#ui/console/charts/chart-card.tsx'
import { Below } from '#ui/console/page/below.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { FilterSelect, Filters } from '#ui/console/page/filters.tsx'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import type { MoneyView } from '../api/console-money.ts'
import { otherCurrenciesText } from '../rules/money-words.ts'
import { Amount } from './amount.tsx'
import { BooksAlerts, ComparedCard } from './compared-card.tsx'
import { CostsCard } from './costs-card.tsx'
import { moneyQuery } from './money-queries.ts'
import { CustomersTable, ForecastTable, MonthsTable, PlansTable, RenewingTable } from './money-tables.tsx'

/** The last twelve months, the present one first. */
const months = Array.from({ length: 12 }, (_, n) => {
  const now = new Date()
  const value = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n)).toISOString().slice(0, 7)
  return { value, label: value }
})

/** What is earned and spent. */
export function MoneyPage() {
  const [month] = useAddressValue('month')
  const query = useQuery(moneyQuery(month))
  return (
    <ConsolePage
      title="Money"
      about="What is earned and spent, from Stripe’s own books. Amounts are US dollars."
    >
      <Filters>
        <FilterSelect label="Month" name="month" all="The last twelve months" options={months} />
      </Filters>
      <Loaded query={query} failed="The figures could not be loaded." within="page">
        {(view) => (view.isRead ? <Figures view={view} month={month} /> : <StillReading />)}
      </Loaded>
    </ConsolePage>
  )
}

const StillReading = () => (
  <Alert tone="info" title="Stripe’s books are still being read">
    There are no figures until all of it is here. Please look again in a few minutes.
  </Alert>
)

type Month = MoneyView['months'][number]
const incomeColumns: readonly ConsoleColumn<Month>[] = [
  { id: 'month', title: 'Month', cell: ({ month }) => month },
  { id: 'income', title: 'Income', align: 'right', cell: ({ income }) => formatUsd(income) },
  { id: 'margin', title: 'Margin', align: 'right', cell: ({ margin }) => <Amount figure={margin} /> },
]
const mrrColumns: readonly ConsoleColumn<Month>[] = [
  { id: 'month', title: 'Month', cell: ({ month }) => month },
  { id: 'mrr', title: 'MRR', align: 'right', cell: ({ mrr }) => formatUsd(mrr) },
]

function Figures({ view, month }: { view: MoneyView; month: string }) {
  return (
    <div className="grid min-w-0 gap-4 *:min-w-0">
      <BooksAlerts view={view} />
      {view.otherCurrencies > 0 && (
        <Alert tone="info" title={otherCurrenciesText(view.otherCurrencies)}>
          Everything is sold in US dollars; these were made at Stripe itself, and are seen there.
        </Alert>
      )}
      {!month && (
        <div className="grid gap-4 lg:grid-cols-2">
          <ChartCard
            title="Monthly recurring revenue"
            about="What will renew every 30 days, as of the end of each month."
            rows={view.months}
            keyOf={(row) => row.month}
            barOf={({ month: label, mrr }) => ({ label, value: mrr })}
            textOf={formatUsd}
            columns={mrrColumns}
            empty="Nothing has renewed itself in the last twelve months."
          />
          <ChartCard
            title="Income"
            about="What was charged and did not go back."
            rows={view.months}
            keyOf={(row) => row.month}
            barOf={({ month: label, income }) => ({ label, value: Math.max(0, income) })}
            textOf={formatUsd}
            columns={incomeColumns}
            empty="Nothing has been charged in the last twelve months."
          />
        </div>
      )}
      <MonthsTable view={view} month={month} />
      <Below>
        <RenewingTable view={view} month={month} />
        <PlansTable view={view} month={month} />
        <CustomersTable view={view} month={month} />
        <CostsCard view={view} />
        <ForecastTable view={view} />
        <ComparedCard view={view} />
      </Below>
    </div>
  )
}

export { MoneyPage as Component }
