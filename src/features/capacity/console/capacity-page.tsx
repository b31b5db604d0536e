import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mayStaff } from '#base/access.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { accountPath } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { FilterSelect, Filters, FilterText } from '#ui/console/page/filters.tsx'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { AccountCapacity } from '../api/console-capacity.ts'
import type { DnsAccount } from '../api/console-dns-accounts.ts'
import { accountHosts, roomStates } from '../rules/account-hosts.ts'
import { capacityColumns, LastProbe } from './capacity-columns.tsx'
import { capacityQuery, dnsAccountsQuery } from './capacity-queries.ts'
import { DnsAccountActs, DnsTokenDialog } from './dns-account-acts.tsx'

const columns: readonly ConsoleColumn<DnsAccount>[] = [
  {
    id: 'account',
    title: 'Account',
    cell: ({ label, isEnvironments }) => (
      <>
        <span className="block font-medium">{label}</span>
        <span className="block text-muted text-secondary">
          {isEnvironments ? 'DNSimple, of DNSIMPLE_TOKEN' : 'DNSimple'}
        </span>
      </>
    ),
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ state }) => <Badge tone={roomStates[state].tone}>{roomStates[state].word}</Badge>,
  },
  { id: 'domains', title: 'Domains', cell: ({ domains }) => numberText(domains), align: 'right' },
  {
    id: 'calls',
    title: 'Calls left this hour',
    cell: ({ calls }) => `${numberText(calls.left)} of ${numberText(calls.ofHour)}`,
    align: 'right',
  },
  { id: 'probe', title: 'Last asked', cell: (row) => <LastProbe {...row} /> },
]

/** Where names are registered and zones hosted: new domains are shared among the open ones, and stay where they are put. */
function DnsAccountsCard() {
  const query = useQuery(dnsAccountsQuery)
  const mayManage = mayStaff(useStaff().role, 'accounts.manage')
  const [isAdding, setAdding] = useState(false)
  return (
    <Card flush className="mt-5 overflow-clip">
      <div className="border-line border-b px-5 py-3.5">
        <CardHeader
          title="Registrar and DNS"
          description="A new domain is given to the open account with most of its hour left, and stays there."
          actions={
            mayManage && (
              <Button size="small" icon={<Plus />} onClick={() => setAdding(true)}>
                <span className="max-sm:sr-only">Add a registrar account</span>
              </Button>
            )
          }
        />
      </div>
      <Loaded query={query} failed="The accounts at the registrar could not be loaded.">
        {({ accounts }) => (
          <ConsoleTable
            label="Accounts at the registrar"
            rows={accounts}
            keyOf={({ id }) => id}
            columns={columns}
            {...(mayManage && { actions: (account: DnsAccount) => <DnsAccountActs account={account} /> })}
          />
        )}
      </Loaded>
      {isAdding && <DnsTokenDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}

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
