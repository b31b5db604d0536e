import { useState } from 'react'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import { type DnsAccount, renameConsoleDnsAccount } from '../api/console-dns-accounts.ts'
import { AccountFormDialog } from './account-form-dialog.tsx'
import { lookAtCapacityAgain } from './capacity-queries.ts'

/** Another name for an account at the registrar. */
export default function DnsRenameDialog({
  title,
  account,
  onClose,
}: { account: DnsAccount; onClose: () => void } & Titled) {
  const [label, setLabel] = useState(account.label)
  const renaming = useStaffAction({
    mutationFn: () =>
      callStaff(renameConsoleDnsAccount, { params: { accountId: account.id }, body: { label } }),
    hasForm: true,
    onSuccess: tellAnswer(lookAtCapacityAgain, onClose),
  })
  return (
    <AccountFormDialog
      title={title}
      description="The name is for you and your colleagues: its domains and its token stay as they are."
      verb="Rename"
      unavailable={
        (label.trim() === '' && 'Please give it a name.') ||
        (label.trim() === account.label && 'Nothing is different from what is there now.')
      }
      unsaved={label !== account.label}
      action={renaming}
      onClose={onClose}
    >
      <Field label="Your name for it">
        <Input value={label} autoComplete="off" onChange={({ target }) => setLabel(target.value)} />
      </Field>
    </AccountFormDialog>
  )
}
