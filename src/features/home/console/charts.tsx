import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import { Card } from '#ui/card.tsx'
import { ChartCard } from '#ui/console/charts/chart-card.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { durationText } from '#ui/time-texts.ts'
import type { consoleFigures } from '../api/console-home.ts'

import { figuresQuery } from './home-queries.ts'

type Hours = ResponseOf<typeof consoleFigures>['errors']

interface VendorErrors {
  vendor: string
  calls: number
  errors: number
}

/** The hours of each third party together, the one with most errors first. */
function errorsByVendor(hours: Hours): VendorErrors[] {
  const sums = new Map<string, VendorErrors>()
  for (const { vendor, calls, errors } of hours) {
    const sum = sums.get(vendor) ?? { vendor, calls: 0, errors: 0 }
    sums.set(vendor, { vendor, calls: sum.calls + calls, errors: sum.errors + errors })
  }
  return [...sums.values()].toSorted((a, b) => b.errors - a.errors || b.calls - a.calls)
}

type Figures = ResponseOf<typeof consoleFigures>
type Income = NonNullable<Figures['income']>[number]
type SetUps = Figures['setUps'][number]
type Delivery = Figures['delivery'][number]

/** How it has gone, in pictures and in the tables behind them. */
export function Charts() {
  const query = useQuery(figuresQuery)
  if (!query.data)
    return (
      <Card flush className="mt-5">
        <Loaded query={query} failed="The charts could not be loaded.">
          {() => null}
        </Loaded>
      </Card>
    )
  const { income, setUps, delivery, errors } = query.data
  return (
    <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
      {income && (
        <ChartCard
          title="Monthly recurring revenue"
          about="What will renew every 30 days, as of the end of each month. The Money page has the rest."
          rows={income}
          keyOf={({ month }) => month}
          barOf={({ month, cents }) => ({ label: month, value: cents })}
          textOf={formatUsd}
          columns={incomeColumns}
          empty="Nothing renewed itself in the last twelve months, or Stripe’s books are still being read."
        />
      )}
      <ChartCard
        title="Set-ups a day"
        about="Domains delivered in the last 30 days (UTC)."
        rows={setUps}
        keyOf={({ day }) => day}
        barOf={({ day, domains }) => ({ label: day, value: domains })}
        textOf={(count) => countOf(count, 'domain')}
        columns={setUpColumns}
        empty="No domain was delivered in the last 30 days."
      />
      <ChartCard
        title="Time to deliver"
        about="By week: 19 of 20 domains took at most the whole bar, half of them the dark part."
        rows={delivery}
        keyOf={({ week }) => week}
        barOf={({ week, median, slow }) => ({ label: week, value: slow, part: median })}
        textOf={minutesText}
        columns={deliveryColumns}
        empty="No domain was delivered in the last twelve weeks, so how long it takes is not known."
      />
      <ChartCard
        title="Errors of third parties"
        about="Calls of the last 24 hours that were not answered, or refused for our credentials."
        rows={errorsByVendor(errors)}
        keyOf={({ vendor }) => vendor}
        barOf={({ vendor, errors: count }) => ({ label: vendor, value: count })}
        textOf={(count) => countOf(count, 'error')}
        columns={errorColumns}
        isUnordered
        empty={
          errors.length === 0
            ? 'No call was counted in the last 24 hours, so nothing is known.'
            : 'No call went wrong in the last 24 hours.'
        }
      />
    </div>
  )
}

const minutesText = (minutes: number): string => durationText(Math.round(minutes * 60))
const timeText = (minutes: number | null): string => (minutes === null ? 'Unknown' : minutesText(minutes))

const incomeColumns: readonly ConsoleColumn<Income>[] = [
  { id: 'month', title: 'Month', cell: ({ month }) => month },
  { id: 'cents', title: 'MRR', cell: ({ cents }) => formatUsd(cents), align: 'right' },
]
const setUpColumns: readonly ConsoleColumn<SetUps>[] = [
  { id: 'day', title: 'Day', cell: ({ day }) => day },
  { id: 'domains', title: 'Domains', cell: ({ domains }) => numberText(domains), align: 'right' },
]
const deliveryColumns: readonly ConsoleColumn<Delivery>[] = [
  { id: 'week', title: 'Week from', cell: ({ week }) => week },
  { id: 'median', title: 'Median', cell: ({ median }) => timeText(median), align: 'right' },
  { id: 'slow', title: '95th of 100', cell: ({ slow }) => timeText(slow), align: 'right' },
  { id: 'domains', title: 'Domains', cell: ({ domains }) => numberText(domains), align: 'right' },
]
const errorColumns: readonly ConsoleColumn<VendorErrors>[] = [
  { id: 'vendor', title: 'Third party', cell: ({ vendor }) => vendor },
  { id: 'calls', title: 'Calls', cell: ({ calls }) => numberText(calls), align: 'right' },
  { id: 'errors', title: 'Errors', cell: ({ errors }) => numberText(errors), align: 'right' },
]
