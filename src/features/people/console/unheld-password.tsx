import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { LateConfirmDialog } from '#ui/late-confirm-dialog.tsx'
import { setConsolePassword } from '../api/console-mailboxes.ts'
import { lookAtMailboxesAgain } from './mailbox-queries.ts'

/** A mailbox that was taken over has its own password; a new one is set only when somebody asks for it. */
export function UnheldPassword({ mailboxId, maySet }: { mailboxId: string; maySet: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const setting = useStaffAction({
    mutationFn: () => callStaff(setConsolePassword, { params: { mailboxId }, body: {} }),
    onSuccess: tellAnswer(lookAtMailboxesAgain),
  })
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      Not held here: it was taken over with its own.
      {maySet && (
        <Button size="small" onClick={() => setAsking(true)}>
          Set a new password
        </Button>
      )}
      {isAsking && (
        <LateConfirmDialog
          onClose={() => setAsking(false)}
          title="Set a new password?"
          confirmLabel="Set a new password"
          onConfirm={() => setting.mutateAsync()}
        >
          Whoever signs in with the present one cannot any more, and a sending tool that did may have to be
          connected again. The new one is held here from then on.
        </LateConfirmDialog>
      )}
    </span>
  )
}
