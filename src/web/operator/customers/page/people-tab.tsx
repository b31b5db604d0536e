import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayStaff } from '#shared/access.ts'
import type { CustomerFacts, CustomerMember } from '#shared/api/console/customer.ts'
import { resetCustomerPassword } from '#shared/api/console/customer-acts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { momentText } from '../../../ui/time-texts.ts'
import { callStaff } from '../../call-staff.ts'
import { Loaded } from '../../page/loaded.tsx'
import { useStaff } from '../../staff-session.ts'
import type { ConsoleColumn } from '../../table/columns.ts'
import { ConsoleTable } from '../../table/console-table.tsx'
import { useStaffAction } from '../../use-staff-action.ts'
import { lookAgain, peopleQuery } from '../customer-queries.ts'
import { OneTimePassword } from '../one-time-password.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Who signs in for a customer, and where they are signed in. */
export function PeopleTab({ customer }: { customer: CustomerFacts }) {
  const query = useQuery(peopleQuery(customer.id))
  const mayManage = mayStaff(useStaff().role, 'customers.manage') && customer.state !== 'erased'
  return (
    <Loaded query={query} failed="The people could not be loaded.">
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
                actions: (member: CustomerMember) => <NewPassword customerId={customer.id} member={member} />,
              })}
            />
          </Card>
          <SessionsCard customerId={customer.id} sessions={sessions} mayEnd={mayManage} />
        </div>
      )}
    </Loaded>
  )
}

/** Another way in for one who has lost theirs, or never used it. */
function NewPassword({ customerId, member }: { customerId: string; member: CustomerMember }) {
  const { id: userId, name, isInvited } = member
  const [isAsked, setAsked] = useState(false)
  const resetting = useStaffAction({
    mutationFn: () => callStaff(resetCustomerPassword, { params: { customerId, userId }, body: {} }),
    onSuccess: lookAgain,
  })
  const verb = isInvited ? 'Invite again' : 'Reset password'
  return (
    <>
      <Button size="small" aria-label={`${verb}: ${name}`} onClick={() => setAsked(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={isInvited ? `Give ${name} another way in?` : `Reset the password of ${name}?`}
        confirmLabel={verb}
        danger={!isInvited}
        onConfirm={() => resetting.mutateAsync()}
      >
        {isInvited
          ? 'They get a new one-time password, which you hand over; the one before opens nothing any more.'
          : 'Their password opens nothing any more, and every session of theirs ends. They get a one-time password, which you hand over, and choose another when they sign in.'}
      </ConfirmDialog>
      {resetting.data && <OneTimePassword given={resetting.data} onClose={resetting.reset} />}
    </>
  )
}

const columns: readonly ConsoleColumn<CustomerMember>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    id: 'email',
    title: 'Address',
    cell: ({ email }) => <span className="text-muted wrap-anywhere">{email}</span>,
  },
  { id: 'role', title: 'Role', cell: ({ role }) => (role === 'owner' ? 'Owner' : role) },
  {
    id: 'state',
    title: 'State',
    cell: ({ isInvited }) =>
      isInvited ? <Badge tone="info">Invited</Badge> : <Badge tone="success">Active</Badge>,
  },
  { id: 'since', title: 'Since', align: 'right', cell: ({ since }) => momentText(since) },
]
