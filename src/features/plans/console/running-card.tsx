import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { PlanName } from '#ui/console/plan-name.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { ConsolePlans } from '../api/console-plans.ts'

type Running = ConsolePlans['running'][number]

const columns: readonly ConsoleColumn<Running>[] = [
  { id: 'plan', title: 'Plan', cell: ({ plan }) => <PlanName plan={plan} /> },
  {
    id: 'price',
    title: 'Price per month',
    align: 'right',
    cell: ({ monthlyCents }) => formatUsd(monthlyCents),
  },
  { id: 'orders', title: 'Running orders', align: 'right', cell: ({ groups }) => numberText(groups) },
]

/** What runs, at the prices that it was bought for. */
export const RunningCard = ({ running }: { running: ConsolePlans['running'] }) => (
  <Card flush className="overflow-clip">
    <div className="px-5 py-3.5">
      <CardHeader
        title="What runs"
        description="Each order is billed at the price that it was bought for, whatever is sold now."
      />
    </div>
    <div className="border-line border-t">
      {running.length === 0 ? (
        <EmptyState title="Nothing runs yet" />
      ) : (
        <ConsoleTable
          label="What runs"
          rows={running}
          keyOf={({ plan, monthlyCents }) => `${plan} ${monthlyCents}`}
          columns={columns}
        />
      )}
    </div>
  </Card>
)
