import { useState } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import type { Titled } from '#ui/late-dialog.tsx'
import { type ConsoleAccountPage, renewConsoleAccount } from '../api/console-capacity.ts'
import { AccountFormDialog } from './account-form-dialog.tsx'
import { lookAtCapacityAgain } from './capacity-queries.ts'
import { CredentialForm } from './credential-form.tsx'
import { type CredentialValues, credentialsOf, missingOf } from './credential-values.ts'
import { tellTried } from './tell-tried.ts'

/** New credentials for an account: what it is known by stands there already, the secret is pasted in. */
export default function RenewDialog({
  title,
  page,
  onClose,
}: { page: ConsoleAccountPage; onClose: () => void } & Titled) {
  const { account, identity } = page
  const [values, setValues] = useState<CredentialValues>(identity)
  const [expires, setExpires] = useState('')
  const [leaves, setLeaves] = useState(false)
  const renewing = useStaffAction({
    mutationFn: () =>
      callStaff(renewConsoleAccount, {
        params: { accountId: account.id },
        body: {
          credentials: credentialsOf(account.host, values),
          secretExpiresOn: expires.trim() || null,
          leaves,
        },
      }),
    hasForm: true,
    onSuccess: async (answer) => {
      tellTried(answer)
      onClose()
      await lookAtCapacityAgain()
    },
  })
  return (
    <AccountFormDialog
      title={title}
      description="They are tried first: credentials that do not work replace none that do. What is pasted is never shown again."
      verb="Renew"
      unavailable={missingOf(account.host, values)}
      unsaved={values !== identity}
      action={renewing}
      onClose={onClose}
    >
      <CredentialForm
        host={account.host}
        values={values}
        onChange={setValues}
        expires={expires}
        onExpires={setExpires}
      />
      <Checkbox checked={leaves} onCheckedChange={setLeaves}>
        It becomes another account, and what domains may have left in the former one is removed there by hand
      </Checkbox>
    </AccountFormDialog>
  )
}
