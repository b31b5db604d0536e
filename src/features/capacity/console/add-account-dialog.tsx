import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callStaff } from '#ui/console/call-staff.ts'
import { accountPath } from '#ui/console/operator-paths.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { addConsoleAccount } from '../api/console-capacity.ts'
import { AccountFormDialog } from './account-form-dialog.tsx'
import { lookAtCapacityAgain } from './capacity-queries.ts'
import { CredentialForm } from './credential-form.tsx'
import {
  type CredentialValues,
  credentialsOf,
  type Host,
  hostOptions,
  missingOf,
} from './credential-values.ts'
import { LimitFields, limitsOf } from './limit-fields.tsx'
import { tellTried } from './tell-tried.ts'

/** Another tenant or Google account; where it was added it is shown. */
export default function AddAccountDialog({ title, onClose }: { onClose: () => void } & Titled) {
  const navigate = useNavigate()
  const [host, setHost] = useState<Host>('microsoft')
  const [label, setLabel] = useState('')
  const [values, setValues] = useState<CredentialValues>({})
  const [expires, setExpires] = useState('')
  const [texts, setTexts] = useState({ domains: '', mailboxes: '', dailyRecipients: '' })
  const limits = limitsOf(texts)
  const adding = useStaffAction({
    mutationFn: () =>
      callStaff(addConsoleAccount, {
        body: {
          label,
          credentials: credentialsOf(host, values),
          limits: limits ?? { domains: 0, mailboxes: 0, dailyRecipients: 0 },
          secretExpiresOn: expires.trim() || null,
        },
      }),
    hasForm: true,
    onSuccess: async (answer) => {
      tellTried(answer)
      onClose()
      await lookAtCapacityAgain()
      await navigate(accountPath(answer.id))
    },
  })
  return (
    <AccountFormDialog
      title={title}
      description="It is tried at once, and takes domains as soon as it works. What each needs is in the guide to going live."
      verb="Add account"
      unavailable={
        (label.trim() === '' && 'Please give it a name.') ||
        missingOf(host, values) ||
        (limits === undefined && 'Please enter how much fits in, as whole numbers.')
      }
      unsaved={label !== '' || Object.values(values).some((value) => value !== '')}
      action={adding}
      onClose={onClose}
    >
      <Field label="At">
        <Select value={host} onValueChange={setHost} options={hostOptions} />
      </Field>
      <Field label="Your name for it" hint="Customers never see it.">
        <Input value={label} autoComplete="off" onChange={({ target }) => setLabel(target.value)} />
      </Field>
      <CredentialForm
        host={host}
        values={values}
        onChange={setValues}
        expires={expires}
        onExpires={setExpires}
      />
      <LimitFields texts={texts} onChange={setTexts} />
    </AccountFormDialog>
  )
}
