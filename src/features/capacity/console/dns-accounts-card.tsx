import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mayStaff } from '#base/access.ts'
import { numberText } from '#base/text/number-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import type { DnsAccount } from '../api/console-dns-accounts.ts'
import { roomStates } from '../rules/account-hosts.ts'
import { LastProbe } from './capacity-columns.tsx'
import { dnsAccountsQuery } from './capacity-queries.ts'
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
export function DnsAccountsCard() {
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
