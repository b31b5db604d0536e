import { useSearchParams } from 'react-router'
import { planIds } from '#features/plans/rules/catalog.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { Card } from '#ui/card.tsx'
import { orderPath } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { FilterChip, FilterSelect, Filters, FilterText } from '#ui/console/page/filters.tsx'
import { usePages } from '#ui/console/page/use-pages.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { orderColumns } from './order-columns.tsx'
import { orderFiltersOf, ordersQuery } from './order-queries.ts'

const states = [
  { value: 'active', label: 'Paid' },
  { value: 'awaiting_payment', label: 'Not paid yet' },
  { value: 'expired', label: 'Never paid' },
]
const onlies = [
  { value: 'held', label: 'On hold' },
  { value: 'stuck', label: 'With domains that stand still' },
  { value: 'unrefunded', label: 'With a refund that failed' },
  { value: 'disputed', label: 'With an open dispute' },
  { value: 'refused', label: 'With a refused renewal' },
]

/** Every customer's orders, newest first. */
export function OrdersPage() {
  const [address] = useSearchParams()
  const { planNames } = useConfig()
  const filters = orderFiltersOf(address)
  const { query, more } = usePages(ordersQuery(filters))
  return (
    <ConsolePage title="Orders" about="Every customer’s orders, newest first.">
      <Filters>
        <FilterText label="Order, domain, customer or company" name="text" hint="Order, domain, customer…" />
        <FilterSelect label="State" name="state" all="Paid or not" options={states} />
        <FilterSelect
          label="Plan"
          name="plan"
          all="All plans"
          options={planIds.map((value) => ({ value, label: planName(value, planNames) }))}
        />
        <FilterSelect label="Only" name="only" all="With or without trouble" options={onlies} />
        <FilterChip label={query.data?.[0]?.customer.name ?? 'One customer'} name="customer" />
      </Filters>
      <Card flush className="overflow-clip">
        <Loaded query={query} failed="The list of orders could not be loaded.">
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="No order is like this">
                {Object.keys(filters).length > 0
                  ? 'Take a filter away to see more.'
                  : 'Orders stand here as soon as a customer places one.'}
              </EmptyState>
            ) : (
              <ConsoleTable
                label="Orders"
                rows={rows}
                keyOf={({ id }) => id}
                columns={orderColumns}
                hrefOf={({ id }) => orderPath(id)}
                more={more}
              />
            )
          }
        </Loaded>
      </Card>
    </ConsolePage>
  )
}

export { OrdersPage as Component }
