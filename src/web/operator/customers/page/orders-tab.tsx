import { useInfiniteQuery } from '@tanstack/react-query'
import type { CustomerOrder } from '#shared/api/console/customer.ts'
import type { StatusTone } from '#shared/orders/order-status.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { clockText, momentText } from '../../../ui/time-texts.ts'
import { orderPath } from '../../operator-paths.ts'
import { PlanName } from '../../plan-name.tsx'
import type { ConsoleColumn } from '../../table/columns.ts'
import { ConsoleTable } from '../../table/console-table.tsx'
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
