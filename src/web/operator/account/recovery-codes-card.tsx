import { useState } from 'react'
import { recoveryCodeCount } from '#shared/accounts/staff.ts'
import { staffRecoveryCodes } from '#shared/api/staff.ts'
import { NewCodesDialog } from '../../app-shell/second-factor/new-codes-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { callStaff } from '../call-staff.ts'
import { useStaffAction } from '../use-staff-action.ts'
import { lookAgain } from './account-queries.ts'

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCodesCard({ left }: { left: number }) {
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const making = useStaffAction({
    mutationFn: () => callStaff(staffRecoveryCodes, { body: {} }),
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      void lookAgain()
    },
  })
  return (
    <Card>
      <CardHeader
        title="Recovery codes"
        description={`${left} of ${recoveryCodeCount} left. Each signs you in once when your authenticator is lost.`}
        actions={
          <Button size="small" onClick={() => setAsking(true)}>
            New recovery codes
          </Button>
        }
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Make new recovery codes?"
        confirmLabel="Make new codes"
        onConfirm={() => making.mutateAsync()}
      >
        You get {recoveryCodeCount} new ones, shown once. Those that you have are worth nothing from then on.
      </ConfirmDialog>
      {codes && <NewCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}
