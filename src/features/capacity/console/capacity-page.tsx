import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mayStaff } from '#base/access.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { accountPath } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { FilterSelect, Filters, FilterText } from '#ui/console/page/filters.tsx'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { AccountCapacity } from '../api/console-capacity.ts'
import { accountHosts, roomStates } from '../rules/account-hosts.ts'
import { capacityColumns } from './capacity-columns.tsx'
import { capacityQuery } from './capacity-queries.ts'
import { DnsAccountsCard } from './dns-accounts-card.tsx'

const AddAccountDialog = lateDialog(() => import('./add-account-dialog.tsx'), {
  frame: 'medium',
  title: 'Add an account',
})

const hosts = keysOf(accountHosts).map((value) => ({ value, label: `${accountHosts[value].title}s` }))
const states = keysOf(roomStates).map((value) => ({ value, label: roomStates[value].word }))

/** Where mailboxes stand, and how much room is left. */
export function CapacityPage() {
  const query = useQuery(capacityQuery)
  const { role } = useStaff()
  const [isAdding, setAdding] = useState(false)
  return (
    <ConsolePage
      title="Capacity"
      about="Where mailboxes and names stand: what is in each account, and how long there is room at the pace of the last 30 days."
      actions={
        mayStaff(role, 'accounts.manage') && (
          <Button icon={<Plus />} onClick={() => setAdding(true)}>
            Add an account
          </Button>
        )
      }
    >
      <Filters>
        <FilterText label="Name begins with" name="text" hint="Name begins with…" />
        <FilterSelect label="Host" name="host" all="All hosts" options={hosts} />
        <FilterSelect label="State" name="state" all="All states" options={states} />
      </Filters>
      <Card flush className="overflow-clip">
        <Loaded query={query} failed="The accounts could not be loaded.">
          {({ accounts }) => <Accounts accounts={accounts} />}
        </Loaded>
      </Card>
      <DnsAccountsCard />
      {isAdding && <AddAccountDialog onClose={() => setAdding(false)} />}
    </ConsolePage>
  )
}

function Accounts({ accounts }: { accounts: readonly AccountCapacity[] }) {
  const [text] = useAddressValue('text')
  const [host] = useAddressValue('host')
  const [state] = useAddressValue('state')
  const rows = accounts.filter(
    (account) =>
      account.label.toLowerCase().startsWith(text.toLowerCase()) &&
      (!host || account.host === host) &&
      (!state || account.state === state),
  )
  if (rows.length === 0)
    return (
      <EmptyState title={accounts.length === 0 ? 'There is no account yet' : 'No account is like this'}>
        {accounts.length === 0
          ? 'What a tenant or a Google account needs is in the guide to going live.'
          : 'Take a filter away to see more.'}
      </EmptyState>
    )
  return (
    <ConsoleTable
      label="Accounts at mailbox hosts"
      rows={rows}
      keyOf={({ id }) => id}
      columns={capacityColumns}
      hrefOf={({ id }) => accountPath(id)}
    />
  )
}

export { CapacityPage as Component }
