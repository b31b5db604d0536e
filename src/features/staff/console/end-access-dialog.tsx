import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import type { Colleague } from '../api/staff.ts'

interface EndAccessDialogProps {
  open: boolean
  colleague: Colleague
  isMe: boolean
  onClose: () => void
  onConfirm: () => Promise<unknown>
}

/** Says what happens when somebody does not work here any more. */
export const EndAccessDialog = ({ open, colleague, isMe, onClose, onConfirm }: EndAccessDialogProps) => (
  <ConfirmDialog
    open={open}
    onOpenChange={onClose}
    title={isMe ? 'End your own access?' : `End the access of ${colleague.name}?`}
    confirmLabel="End access"
    danger
    onConfirm={onConfirm}
  >
    {isMe
      ? 'You are signed out everywhere at once and cannot come back until another owner opens your access again.'
      : `${colleague.email} is signed out everywhere at once, and can neither sign in nor follow an invitation. What they did stays in the log with their name. You can open their access again.`}
  </ConfirmDialog>
)
