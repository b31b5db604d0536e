import type { StaffRoleName } from '#base/access.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { NameAndEmailDialog } from '#ui/console/page/name-and-email-dialog.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { inviteStaff } from '../api/staff.ts'
import { invitationHours, inviteBody } from '../rules/staff.ts'
import { RoleChoice } from './role-choice.tsx'
import { lookAgain } from './staff-queries.ts'

const empty = { name: '', email: '', role: 'support' satisfies StaffRoleName as StaffRoleName }

/** Asks a colleague to join, by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const inviting = useStaffAction({
    mutationFn: (body: typeof empty) => callStaff(inviteStaff, { body }),
    hasForm: true,
    onSuccess: tellAnswer(lookAgain, onClose),
  })
  const form = useFields({ initial: empty, schema: inviteBody, send: inviting.mutateAsync })
  return (
    <NameAndEmailDialog
      title="Invite a colleague"
      description={`They get a mail with a link that works once within ${invitationHours} hours, and choose a password and a second factor.`}
      submitLabel="Send invitation"
      onClose={onClose}
      form={form}
    >
      <RoleChoice chosen={form.values.role} onChoose={(role) => form.set('role', role)} />
    </NameAndEmailDialog>
  )
}
