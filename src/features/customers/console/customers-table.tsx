import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import { customerPath } from '#ui/console/operator-paths.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import type { MoreRows } from '#ui/console/table/use-visible-rows.ts'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { ListedCustomer } from '../api/console-customers.ts'
import { CustomerStateBadge } from './customer-state-badge.tsx'

interface CustomersTableProps {
  customers: readonly ListedCustomer[]
  more: MoreRows
}

export const CustomersTable = ({ customers, more }: CustomersTableProps) => (
  <ConsoleTable
    label="Customers"
    rows={customers}
    keyOf={({ id }) => id}
    columns={columns}
    hrefOf={({ id }) => customerPath(id)}
    more={more}
  />
)

const columns: readonly ConsoleColumn<ListedCustomer>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name },
  {
    id: 'email',
    title: 'Address',
    cell: ({ email }) => (
      <span translate="no" className="text-muted wrap-anywhere">
        {email}
      </span>
    ),
  },
  { id: 'state', title: 'State', cell: ({ state }) => <CustomerStateBadge state={state} /> },
  { id: 'orders', title: 'Orders', align: 'right', cell: ({ orders }) => numberText(orders) },
  { id: 'domains', title: 'Domains', align: 'right', cell: ({ domains }) => numberText(domains) },
  {
    id: 'money',
    title: 'A month',
    align: 'right',
    cell: ({ monthlyCents }) => (monthlyCents === null ? '–' : formatUsd(monthlyCents)),
  },
  {
    id: 'since',
    title: 'Since',
    align: 'right',
    cell: ({ since }) => <span title={momentText(since)}>{clockText(since)}</span>,
  },
]
