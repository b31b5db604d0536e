import { useState } from 'react'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import type { Titled } from '#ui/late-dialog.tsx'
import { type ConsoleAccountPage, limitConsoleAccount } from '../api/console-capacity.ts'
import { AccountFormDialog } from './account-form-dialog.tsx'
import { lookAtCapacityAgain } from './capacity-queries.ts'
import { LimitFields, limitsOf } from './limit-fields.tsx'

/** How much fits into an account from now on. */
export default function LimitsDialog({
  title,
  account,
  onClose,
}: Titled & Pick<ConsoleAccountPage, 'account'> & { onClose: () => void }) {
  const [texts, setTexts] = useState({
    domains: String(account.domains.capacity),
    mailboxes: String(account.mailboxes.capacity),
    dailyRecipients: String(account.enteredRecipients),
  })
  const limits = limitsOf(texts)
  const saving = useStaffAction({
    mutationFn: () =>
      callStaff(limitConsoleAccount, {
        params: { accountId: account.id },
        body: { limits: limits ?? { domains: 0, mailboxes: 0, dailyRecipients: 0 } },
      }),
    hasForm: true,
    onSuccess: tellAnswer(lookAtCapacityAgain, onClose),
  })
  return (
    <AccountFormDialog
      title={title}
      description="What stands there beyond it stays; nothing new is placed there until there is room."
      verb="Save limits"
      unavailable={limits === undefined && 'Please enter whole numbers above 0.'}
      unsaved={false}
      action={saving}
      onClose={onClose}
    >
      <LimitFields texts={texts} onChange={setTexts} />
    </AccountFormDialog>
  )
}
