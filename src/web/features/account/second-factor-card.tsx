import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recoveryCodeCount } from '#shared/accounts/staff.ts'
import { ownRecoveryCodes, removeOwnFactor } from '#shared/api/account.ts'
import { call } from '../../api.ts'
import { NewCodesDialog } from '../../app-shell/second-factor/new-codes-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'
import { factorQuery, lookAtFactorAgain } from './account-queries.ts'
import { SetUpFactorDialog } from './set-up-factor-dialog.tsx'

/** Whether signing in asks for a second factor, and the ways to change it. */
export function SecondFactorCard() {
  const { data } = useQuery(factorQuery)
  const [open, setOpen] = useState<'set up' | 'codes' | 'remove'>()
  const [codes, setCodes] = useState<string[]>()
  const making = useAction({
    mutationFn: () => call(ownRecoveryCodes, { body: {} }),
    onSuccess: ({ recoveryCodes }) => showCodes(recoveryCodes),
  })
  const removing = useAction({
    mutationFn: () => call(removeOwnFactor, { body: {} }),
    onSuccess: ({ message }) => {
      toast.success(message)
      void lookAtFactorAgain()
    },
  })
  const showCodes = (made: string[]) => {
    setOpen(undefined)
    setCodes(made)
    void lookAtFactorAgain()
  }
  if (!data) return null
  const close = () => setOpen(undefined)
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex items-center gap-2">
            Second factor
            <Badge tone={data.isOn ? 'success' : 'neutral'}>{data.isOn ? 'On' : 'Off'}</Badge>
          </span>
        }
        description={
          data.isOn
            ? `Signing in asks for a code of your authenticator app. ${data.recoveryCodesLeft} of ${recoveryCodeCount} recovery codes left.`
            : 'With one, a stolen password is not enough: signing in asks for a code of an authenticator app as well.'
        }
        actions={
          !data.isOn && (
            <Button size="small" onClick={() => setOpen('set up')}>
              Set up
            </Button>
          )
        }
      />
      {data.isOn && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button size="small" onClick={() => setOpen('codes')}>
            New recovery codes
          </Button>
          <Button size="small" variant="quiet" onClick={() => setOpen('remove')}>
            Remove
          </Button>
        </div>
      )}
      {open === 'set up' && <SetUpFactorDialog onClose={close} onDone={showCodes} />}
      <ConfirmDialog
        open={open === 'codes'}
        onOpenChange={close}
        title="Make new recovery codes?"
        confirmLabel="Make new codes"
        onConfirm={() => making.mutateAsync()}
      >
        You get {recoveryCodeCount} new ones, shown once. Those that you have are worth nothing from then on.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={close}
        title="Remove the second factor?"
        confirmLabel="Remove"
        onConfirm={() => removing.mutateAsync()}
      >
        Your password alone signs you in from then on.
      </ConfirmDialog>
      {codes && <NewCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}
