import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { mayStaff } from '#base/access.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { ColleaguesTable } from './colleagues-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RightsTable } from './rights-table.tsx'
import { colleaguesQuery } from './staff-queries.ts'

/** Who works here, and what each may do. */
export function StaffPage() {
  const { role } = useStaff()
  const [isInviting, setInviting] = useState(false)
  return (
    <ConsolePage
      title="Staff"
      about="Who works here, and what each of them may do."
      actions={
        mayStaff(role, 'staff.manage') && (
          <Button variant="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <Card flush className="overflow-hidden">
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
    </ConsolePage>
  )
}

function Colleagues() {
  const query = useQuery(colleaguesQuery)
  return (
    <Loaded query={query} failed="The list of staff could not be loaded.">
      {(colleagues) => <ColleaguesTable colleagues={colleagues} />}
    </Loaded>
  )
}

export { StaffPage as Component }
