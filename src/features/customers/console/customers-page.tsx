import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { mayStaff } from '#base/access.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import { customerSearchOf, customersQuery } from './customer-queries.ts'
import { CustomersFilters } from './customers-filters.tsx'
import { CustomersTable } from './customers-table.tsx'

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
