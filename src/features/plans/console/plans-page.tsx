import { useQuery } from '@tanstack/react-query'
import { mayStaff } from '#base/access.ts'
import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { PlanName } from '#ui/console/plan-name.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import type { ConsolePlans } from '../api/console-plans.ts'
import { plansQuery } from './plans-queries.ts'
import { PriceListForm } from './price-list-form.tsx'
import { PriceVersionsCard } from './price-versions-card.tsx'

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
const RunningCard = ({ running }: { running: ConsolePlans['running'] }) => (
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

/** What is sold at which price. */
export function PlansPage() {
  const query = useQuery(plansQuery)
  const mayWrite = mayStaff(useStaff().role, 'plans.write')
  return (
    <ConsolePage
      title="Plans and prices"
      about="What customers are offered. A change counts for new orders at once; what runs keeps its price."
    >
      <Loaded query={query} failed="The prices could not be loaded." within="page">
        {(plans) => (
          <div className="flex flex-col gap-5">
            <PriceListForm key={plans.version} plans={plans} mayWrite={mayWrite} />
            <RunningCard running={plans.running} />
            <PriceVersionsCard version={plans.version} versions={plans.versions} mayWrite={mayWrite} />
          </div>
        )}
      </Loaded>
    </ConsolePage>
  )
}

export { PlansPage as Component }
