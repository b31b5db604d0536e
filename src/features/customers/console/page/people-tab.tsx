import { useQuery } from '@tanstack/react-query'
import { mayStaff } from '#base/access.ts'
import { Badge } from '#ui/badge.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { factorsText } from '#ui/console/page/factors-text.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { CustomerFacts, CustomerMember } from '../../api/console-customer.ts'
import { peopleQuery } from '../customer-queries.ts'
import { MemberActs } from './member-acts.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Who signs in for a customer, and where they are signed in. */
export function PeopleTab({ customer }: { customer: CustomerFacts }) {
  const query = useQuery(peopleQuery(customer.id))
  const mayManage = mayStaff(useStaff().role, 'customers.manage') && customer.state !== 'erased'
  return (
    <Loaded query={query} failed="The people could not be loaded." within="page">
      {({ members, sessions }) => (
        <div className="flex flex-col gap-5">
          <Card flush className="overflow-hidden">
            <div className="p-4 md:p-5">
              <CardHeader title="People" description="Who signs in for this customer." />
            </div>
            <ConsoleTable
              label="People"
              rows={members}
              keyOf={({ id }) => id}
              columns={columns}
              {...(mayManage && {
                actions: (member: CustomerMember) => <MemberActs customerId={customer.id} member={member} />,
              })}
            />
          </Card>
          <SessionsCard customerId={customer.id} sessions={sessions} mayEnd={mayManage} />
        </div>
      )}
    </Loaded>
  )
}

const columns: readonly ConsoleColumn<CustomerMember>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    id: 'email',
    title: 'Address',
    cell: ({ email }) => (
      <span translate="no" className="text-muted wrap-anywhere">
        {email}
      </span>
    ),
  },
  { id: 'role', title: 'Role', cell: ({ role }) => (role === 'owner' ? 'Owner' : role) },
  {
    id: 'factor',
    title: 'Second factor',
    cell: (member) => factorsText(member) || <span className="text-muted">None</span>,
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ isInvited }) =>
      isInvited ? <Badge tone="info">Invited</Badge> : <Badge tone="success">Active</Badge>,
  },
  { id: 'since', title: 'Since', align: 'right', cell: ({ since }) => momentText(since) },
]
