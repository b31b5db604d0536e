import type { ListedCustomer } from '#shared/api/console/customers.ts'
import { formatUsd } from '#shared/money/usd.ts'
import { numberText } from '#shared/text/number-text.ts'
import { clockText, momentText } from '../../ui/time-texts.ts'
import { customerPath } from '../operator-paths.ts'
import type { ConsoleColumn } from '../table/columns.ts'
import { ConsoleTable } from '../table/console-table.tsx'
import type { MoreRows } from '../table/use-visible-rows.ts'
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
