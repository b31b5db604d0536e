import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import type { Colleague } from '../api/staff.ts'
import { invitationHours } from '../rules/staff.ts'

interface InviteAgainDialogProps {
  open: boolean
  colleague: Colleague
  onClose: () => void
  onConfirm: () => Promise<unknown>
}

/** Says what a new invitation does, which is more than a mail for somebody who has joined already. */
export const InviteAgainDialog = ({ open, colleague, onClose, onConfirm }: InviteAgainDialogProps) => (
  <ConfirmDialog
    open={open}
    onOpenChange={onClose}
    title={`Invite ${colleague.name} again?`}
    confirmLabel="Send invitation"
    onConfirm={onConfirm}
  >
    A mail goes to {colleague.email} with a link that works once within {invitationHours} hours.{' '}
    {colleague.state === 'invited'
      ? 'The link sent before ends.'
      : 'They are signed out everywhere at once; password and second factor are chosen anew.'}
  </ConfirmDialog>
)
