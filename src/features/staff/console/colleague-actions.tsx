import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { type Colleague, changeStaff, inviteStaffAgain } from '../api/staff.ts'
import { invitationHours } from '../rules/staff.ts'
import { RoleDialog } from './role-dialog.tsx'
import { lookAgain } from './staff-queries.ts'

interface InviteAgainDialogProps {
  open: boolean
  colleague: Colleague
  onClose: () => void
  onConfirm: () => Promise<unknown>
}

/** Says what a new invitation does, which is more than a mail for somebody who has joined already. */
const InviteAgainDialog = ({ open, colleague, onClose, onConfirm }: InviteAgainDialogProps) => (
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

interface EndAccessDialogProps {
  open: boolean
  colleague: Colleague
  isMe: boolean
  onClose: () => void
  onConfirm: () => Promise<unknown>
}

/** Says what happens when somebody does not work here any more. */
const EndAccessDialog = ({ open, colleague, isMe, onClose, onConfirm }: EndAccessDialogProps) => (
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

interface ColleagueActionsProps {
  colleague: Colleague
  isMe: boolean
}

/** What an owner does about a colleague. */
export function ColleagueActions({ colleague, isMe }: ColleagueActionsProps) {
  const { id, name, state } = colleague
  const [open, setOpen] = useState<'role' | 'end' | 'invite'>()
  const close = () => setOpen(undefined)
  const change = useStaffAction({
    mutationFn: (disabled: boolean) => callStaff(changeStaff, { params: { id }, body: { disabled } }),
    onSuccess: tellAnswer(lookAgain),
  })
  const invite = useStaffAction({
    mutationFn: () => callStaff(inviteStaffAgain, { params: { id }, body: {} }),
    onSuccess: tellAnswer(lookAgain),
  })
  const isDisabled = state === 'disabled'
  return (
    <>
      <Menu trigger={<Trigger name={name} isBusy={change.isPending || invite.isPending} />}>
        <MenuItem onSelect={() => setOpen('role')}>Change role</MenuItem>
        {!isDisabled && <MenuItem onSelect={() => setOpen('invite')}>Invite again</MenuItem>}
        {isDisabled ? (
          <MenuItem onSelect={() => change.mutate(false)}>Open access again</MenuItem>
        ) : (
          <MenuItem danger onSelect={() => setOpen('end')}>
            End access
          </MenuItem>
        )}
      </Menu>
      {open === 'role' && <RoleDialog colleague={colleague} isMe={isMe} onClose={close} />}
      <EndAccessDialog
        open={open === 'end'}
        onClose={close}
        colleague={colleague}
        isMe={isMe}
        onConfirm={() => change.mutateAsync(true)}
      />
      <InviteAgainDialog
        open={open === 'invite'}
        onClose={close}
        colleague={colleague}
        onConfirm={() => invite.mutateAsync()}
      />
    </>
  )
}

const Trigger = ({ name, isBusy, ...rest }: { name: string; isBusy: boolean }) => (
  <button
    {...rest}
    type="button"
    aria-label={`Actions for ${name}`}
    aria-busy={isBusy || undefined}
    title="Actions"
    className="grid size-control-small place-items-center rounded-control text-muted hover:bg-hover hover:text-text aria-busy:animate-pulse-soft"
  >
    <MoreHorizontal />
  </button>
)
