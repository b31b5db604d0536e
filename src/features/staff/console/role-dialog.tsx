import { useState } from 'react'
import { staffRoles } from '#base/access.ts'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { FormRefusal } from '#ui/console/form-refusal.tsx'
import { staffQuery } from '#ui/console/staff-session.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { type Colleague, changeStaff } from '../api/staff.ts'
import { RoleChoice } from './role-choice.tsx'
import { lookAgain } from './staff-queries.ts'

interface RoleDialogProps {
  colleague: Colleague
  isMe: boolean
  onClose: () => void
}

/** Another role for a colleague. */
export function RoleDialog({ colleague, isMe, onClose }: RoleDialogProps) {
  const { id, name } = colleague
  const [role, setRole] = useState(colleague.role)
  const changing = useStaffAction({
    mutationFn: () => callStaff(changeStaff, { params: { id }, body: { role } }),
    hasForm: true,
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      // What one may do oneself is told with the session.
      await Promise.all([lookAgain(), isMe && queryClient.refetchQueries(staffQuery)])
    },
  })
  const { error } = changing
  const isSame = role === colleague.role
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isMe ? 'Change your own role' : `Change the role of ${name}`}
      description={isMe ? 'What you may not do any more goes from these pages at once.' : colleague.email}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={changing.isPending}
            unavailable={isSame && `${name} is ${staffRoles[role].title} already.`}
            onClick={() => changing.mutateAsync().catch(() => {})}
          >
            Change role
          </Button>
        </>
      }
    >
      <FormRefusal error={error} className="mb-4" />
      <RoleChoice chosen={role} onChoose={setRole} />
    </Dialog>
  )
}
