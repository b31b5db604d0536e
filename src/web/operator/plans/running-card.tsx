import type { ConsolePlans } from '#shared/api/console/plans.ts'
import { formatUsd } from '#shared/money/usd.ts'
import { numberText } from '#shared/text/number-text.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlanName } from '../plan-name.tsx'
import type { ConsoleColumn } from '../table/columns.ts'
import { ConsoleTable } from '../table/console-table.tsx'

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
