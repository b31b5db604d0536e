import { useInfiniteQuery } from '@tanstack/react-query'
import { Search, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { mayStaff } from '#base/access.ts'
import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { customerPath } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import { useTypedFilter } from '#ui/console/page/use-typed-filter.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import type { MoreRows } from '#ui/console/table/use-visible-rows.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { Input } from '#ui/input.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { ListedCustomer } from '../api/console-customers.ts'
import { customerStateNames, customerStates } from '../rules/customer-states.ts'
import { customerSearchOf, customersQuery } from './customer-queries.ts'
import { CustomerStateBadge } from './customer-state-badge.tsx'

interface CustomersTableProps {
  customers: readonly ListedCustomer[]
  more: MoreRows
}

const CustomersTable = ({ customers, more }: CustomersTableProps) => (
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

const states = [
  { value: 'all', label: 'All states' },
  ...customerStateNames.map((value) => ({ value, label: customerStates[value].word })),
]

/** What the list shows, kept in the page's address. */
function CustomersFilters() {
  const [state, setState] = useAddressValue('state')
  return (
    <search className="flex flex-wrap gap-2 p-3">
      <TextFilter />
      <Select
        aria-label="State"
        className="max-w-48"
        options={states}
        value={state || 'all'}
        onValueChange={(value) => setState(value === 'all' ? '' : value)}
      />
    </search>
  )
}

function TextFilter() {
  const [typed, setTyped] = useTypedFilter('text')
  return (
    <div className="relative min-w-0 grow sm:max-w-80">
      <Search className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-muted" aria-hidden />
      <Input
        type="search"
        aria-label="Find customers"
        placeholder="Name, address or id"
        className="pl-8"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  )
}

const AddCustomerDialog = lateDialog(() => import('./add-customer-dialog.tsx'), {
  frame: 'medium',
  title: 'Add a customer',
})

/** Everyone who orders here. */
export function CustomersPage() {
  const { role } = useStaff()
  const [isAdding, setAdding] = useState(false)
  return (
    <ConsolePage
      title="Customers"
      about="Everyone who orders here, the newest first."
      actions={
        mayStaff(role, 'customers.manage') && (
          <Button variant="primary" icon={<UserPlus />} onClick={() => setAdding(true)}>
            Add customer
          </Button>
        )
      }
    >
      <Card flush className="overflow-hidden">
        <CustomersFilters />
        <FoundCustomers />
      </Card>
      {isAdding && <AddCustomerDialog onClose={() => setAdding(false)} />}
    </ConsolePage>
  )
}

function FoundCustomers() {
  const [address, setAddress] = useSearchParams()
  const { text, state } = customerSearchOf(address)
  const query = useInfiniteQuery(customersQuery({ state, text }))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  // At once: of two changes of an address the later one knows nothing of the earlier.
  const showAll = () => setAddress({}, { replace: true })
  return (
    <Loaded query={query} failed="The list of customers could not be loaded.">
      {({ pages }) => {
        const rows = pages.flatMap(({ customers }) => customers)
        if (rows.length === 0) return <Nobody isFiltered={!!text || !!state} onShowAll={showAll} />
        const load = () => void fetchNextPage()
        return (
          <CustomersTable
            customers={rows}
            more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, load }}
          />
        )
      }}
    </Loaded>
  )
}

const Nobody = ({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) =>
  isFiltered ? (
    <EmptyState
      icon={<Users />}
      title="No customer is meant by this"
      action={
        <Button size="small" onClick={onShowAll}>
          Show all
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<Users />} title="There are no customers yet">
      Who is given access stands here.
    </EmptyState>
  )

export { CustomersPage as Component }
