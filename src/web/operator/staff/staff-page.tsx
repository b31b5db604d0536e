import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { mayStaff } from '#shared/access.ts'
import { failureText } from '../../app-shell/failure-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { useStaff } from '../staff-session.ts'
import { ColleaguesTable } from './colleagues-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RightsTable } from './rights-table.tsx'
import { colleaguesQuery } from './staff-queries.ts'

/** Who works here, and what each may do. */
export function StaffPage() {
  const { role } = useStaff()
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-page-title">Staff</h1>
          <p className="mt-1 text-muted">Who works here, and what each of them may do.</p>
        </div>
        {mayStaff(role, 'staff.manage') && (
          <Button variant="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        )}
      </header>
      <Card flush className="mt-5 overflow-hidden">
        <Colleagues />
      </Card>
      <Card className="mt-5">
        <CardHeader
          title="Roles and rights"
          description="What each role sees and does. Every act is kept with a name."
        />
        <RightsTable />
      </Card>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function Colleagues() {
  const { data, error, isFetching, refetch } = useQuery(colleaguesQuery)
  if (data) return <ColleaguesTable colleagues={data} />
  if (error)
    return (
      <Alert
        className="m-4"
        title="The list of staff could not be loaded."
        action={
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {failureText(error)}
      </Alert>
    )
  return (
    <div role="status" aria-label="Loading" className="p-4 md:p-5">
      <SkeletonText lines={5} />
    </div>
  )
}

export { StaffPage as Component }
