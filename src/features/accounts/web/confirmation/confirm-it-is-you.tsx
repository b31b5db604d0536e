import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { confirmedMinutes } from '#features/staff/rules/staff.ts'
import { saysSignedOut } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { factorKinds, type OwnFactors } from '../../rules/passkeys.ts'
import { type FactorActs, FactorForm } from '../second-factor/factor-form.tsx'
import { settleConfirmation, useConfirmationAsked } from './ask-for-confirmation.ts'

export interface ConfirmingActs extends FactorActs {
  /** Which second factors there are. */
  readFactors: () => Promise<OwnFactors>
  /** The session has ended meanwhile. */
  onSessionOver?: () => void
}

/** Asks for the second factor once more, over whatever asked for it, which waits and then goes on by itself. */
export function ConfirmItIsYou(acts: ConfirmingActs) {
  const isAsked = useConfirmationAsked()
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      open={isAsked}
      onOpenChange={() => settleConfirmation(false)}
      above
      title="Confirm it is you"
      description={`Before this is done, show your second factor again. It is then not asked for during ${confirmedMinutes} minutes.`}
      footer={
        <>
          <Button variant="quiet" onClick={() => settleConfirmation(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isBusy}>
            Confirm
          </Button>
        </>
      }
    >
      {isAsked && <ConfirmForm id={formId} onBusy={setBusy} {...acts} />}
    </Dialog>
  )
}

function ConfirmForm({
  id,
  onBusy,
  readFactors,
  onSessionOver,
  ...acts
}: ConfirmingActs & { id: string; onBusy: (isBusy: boolean) => void }) {
  const { data, isPending } = useQuery({
    queryKey: ['factors-to-confirm'],
    queryFn: readFactors,
    gcTime: 0,
    meta: { quiet: true },
  })
  if (isPending) return <SkeletonText lines={3} />
  const end = () => settleConfirmation(true)
  return (
    <FactorForm
      id={id}
      // Where it could not be asked, each may be tried.
      factors={data ? factorsOf(data) : factorKinds}
      acts={{
        ...acts,
        byCode: (code) => acts.byCode(code).then(end),
        byPasskey: (passkey) => acts.byPasskey(passkey).then(end),
      }}
      onBusy={onBusy}
      onError={(error) => {
        if (!saysSignedOut(error)) return
        settleConfirmation(false)
        onSessionOver?.()
      }}
    />
  )
}

const factorsOf = ({ hasAuthenticator, passkeys }: OwnFactors) =>
  factorKinds.filter((kind) => (kind === 'code' ? hasAuthenticator : passkeys.length > 0))
