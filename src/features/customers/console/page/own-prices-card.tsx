import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayStaff } from '#base/access.ts'
import { formatUsd } from '#base/text/usd.ts'
import { type PlanNames, planName } from '#features/plans/rules/naming.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { PlanName } from '#ui/console/plan-name.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { lateDialog } from '#ui/late-dialog.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { CustomerOwnPrices } from '../../api/console-customer-prices.ts'
import { ownPricesQuery } from '../customer-queries.ts'

const OwnPriceDialog = lateDialog(() => import('./own-price-dialog.tsx'), {
  frame: 'medium',
  title: ({ name }) => `Own price for ${name}`,
})

type Price = CustomerOwnPrices['prices'][number]
type Past = CustomerOwnPrices['history'][number]

/** What this customer pays for new orders, and since when. */
export function OwnPricesCard({ customerId }: { customerId: string }) {
  const query = useQuery(ownPricesQuery(customerId))
  const mayWrite = mayStaff(useStaff().role, 'plans.write')
  const { planNames } = useConfig()
  const [changed, setChanged] = useState<Price>()
  return (
    <Card flush className="overflow-clip">
      <div className="px-5 py-3.5">
        <CardHeader
          title="Own prices"
          description="For new orders, each every 30 days. What runs keeps the price that it was bought for."
        />
      </div>
      <Loaded query={query} failed="The prices could not be loaded.">
        {({ prices, history }) => (
          <>
            <div className="border-line border-t">
              <ConsoleTable
                label="Own prices"
                rows={prices}
                keyOf={({ plan }) => plan}
                columns={columns}
                {...(mayWrite && {
                  actions: (price: Price) => (
                    <Button size="small" onClick={() => setChanged(price)}>
                      Change
                      <span className="sr-only">
                        {' '}
                        <PlanName plan={price.plan} />
                      </span>
                    </Button>
                  ),
                })}
              />
            </div>
            {history.length > 0 && (
              <ul aria-label="Earlier own prices" className="border-line border-t px-5 py-3 text-secondary">
                {history.map((past) => (
                  <li key={past.id} className="py-1 text-muted">
                    {pastText(past, planNames)}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {changed && (
        <OwnPriceDialog
          customerId={customerId}
          price={changed}
          name={planName(changed.plan, planNames)}
          onClose={() => setChanged(undefined)}
        />
      )}
    </Card>
  )
}

const columns: readonly ConsoleColumn<Price>[] = [
  { id: 'plan', title: 'Plan', cell: ({ plan }) => <PlanName plan={plan} /> },
  { id: 'list', title: 'Price list', align: 'right', cell: ({ listCents }) => formatUsd(listCents) },
  {
    id: 'own',
    title: 'Own price',
    align: 'right',
    cell: ({ ownCents, next }) => (
      <>
        {ownCents === null ? <span className="text-muted">None</span> : formatUsd(ownCents)}
        {next && (
          <span className="block text-muted text-secondary">
            {next.cents === null ? 'None' : formatUsd(next.cents)} from {next.from} on
          </span>
        )}
      </>
    ),
  },
]

const pastText = ({ plan, cents, from, by, at }: Past, names: PlanNames): string =>
  `${momentText(at)}, ${by}: ${planName(plan, names)} ${cents === null ? 'at the list’s price again' : `for ${formatUsd(cents)}`}${from ? `, from ${from} on` : ''}`
