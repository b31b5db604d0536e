import { useInfiniteQuery } from '@tanstack/react-query'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import type { StatusTone } from '#features/orders/rules/order-status.ts'
import { Badge } from '#ui/badge.tsx'
import { orderPath } from '#ui/console/operator-paths.ts'
import { PlanName } from '#ui/console/plan-name.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { CustomerOrder } from '../../api/console-customer.ts'
import { ordersQuery } from '../customer-queries.ts'
import { PagedRows } from './paged-rows.tsx'

const statuses: Record<CustomerOrder['status'], { word: string; tone: StatusTone }> = {
  awaiting_payment: { word: 'Not paid yet', tone: 'warning' },
  active: { word: 'Live', tone: 'success' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
  expired: { word: 'Never paid', tone: 'neutral' },
}

/** What a customer has ordered. */
export const OrdersTab = ({ customerId }: { customerId: string }) => (
  <PagedRows
    query={useInfiniteQuery(ordersQuery(customerId))}
    failed="The orders could not be loaded."
    empty="Nothing was ordered yet"
  >
    {(rows, more) => (
      <ConsoleTable
        label="Orders"
        rows={rows}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => orderPath(id)}
        columns={columns}
        more={more}
      />
    )}
  </PagedRows>
)

const Status = ({ status, groups, liveGroups, heldGroups }: CustomerOrder) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <Badge tone={statuses[status].tone}>{statuses[status].word}</Badge>
    {status === 'active' && liveGroups < groups && (
      <span className="text-muted text-secondary">
        {liveGroups} of {groups}
      </span>
    )}
    {heldGroups > 0 && <Badge tone="warning">{`${countOf(heldGroups, 'group')} on hold`}</Badge>}
  </span>
)

const columns: readonly ConsoleColumn<CustomerOrder>[] = [
  { id: 'for', title: 'For', cell: ({ companyName }) => companyName },
  { id: 'plan', title: 'Plan', cell: ({ plan }) => <PlanName plan={plan} /> },
  { id: 'status', title: 'Status', cell: (order) => <Status {...order} /> },
  { id: 'groups', title: 'Groups', align: 'right', cell: ({ groups }) => numberText(groups) },
  { id: 'domains', title: 'Domains', align: 'right', cell: ({ domains }) => numberText(domains) },
  {
    id: 'ordered',
    title: 'Ordered',
    align: 'right',
    cell: ({ orderedAt }) => <span title={momentText(orderedAt)}>{clockText(orderedAt)}</span>,
  },
]
