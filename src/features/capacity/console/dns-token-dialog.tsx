import { useState } from 'react'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { addConsoleDnsAccount, type DnsAccount, renewConsoleDnsAccount } from '../api/console-dns-accounts.ts'
import { AccountFormDialog } from './account-form-dialog.tsx'
import { lookAtCapacityAgain } from './capacity-queries.ts'

interface DnsTokenDialogProps extends Titled {
  account?: DnsAccount
  onClose: () => void
}

/** Another account at the registrar, or another token for one that is here. */
export default function DnsTokenDialog({ title, account, onClose }: DnsTokenDialogProps) {
  const [label, setLabel] = useState('')
  const [token, setToken] = useState('')
  const [contact, setContact] = useState('')
  const isNumber = /^\d{1,9}$/.test(contact.trim()) && Number(contact) > 0
  const saving = useStaffAction({
    mutationFn: () => {
      const credentials = { token, registrantId: Number(contact) }
      return account
        ? callStaff(renewConsoleDnsAccount, { params: { accountId: account.id }, body: { credentials } })
        : callStaff(addConsoleDnsAccount, { body: { label, credentials } })
    },
    hasForm: true,
    onSuccess: tellAnswer(lookAtCapacityAgain, onClose),
  })
  return (
    <AccountFormDialog
      title={title}
      description="It is tried first, and nothing is changed where it does not work. What is pasted is never shown again."
      verb={account ? 'Renew' : 'Add account'}
      unavailable={
        (!account && label.trim() === '' && 'Please give it a name.') ||
        (token.trim() === '' && 'Please enter an account token.') ||
        (!isNumber && 'Please enter the number of a contact in that account.')
      }
      unsaved={label !== '' || token !== ''}
      action={saving}
      onClose={onClose}
    >
      {!account && (
        <Field label="Your name for it">
          <Input value={label} autoComplete="off" onChange={({ target }) => setLabel(target.value)} />
        </Field>
      )}
      <Field label="Account token" hint="Of DNSimple, made under the account’s access tokens.">
        <PasswordInput value={token} autoComplete="off" onChange={({ target }) => setToken(target.value)} />
      </Field>
      <Field label="Contact" hint="The number of the contact in that account for registrations.">
        <Input
          inputMode="numeric"
          value={contact}
          autoComplete="off"
          onChange={({ target }) => setContact(target.value)}
        />
      </Field>
    </AccountFormDialog>
  )
}
