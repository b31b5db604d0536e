import { useState } from 'react'
import { recoveryCodeCount } from '#features/staff/rules/staff.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { isUnconfirmed } from '#ui/frame/forms/unconfirmed.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import type { Passkey } from '../../rules/passkeys.ts'
import type { FactorCalls } from './factor-calls.ts'
import { type NewPasskeyActs, NewPasskeyForm } from './new-passkey-form.tsx'
import { aboutRecoveryCodes, notStoredYet, RecoveryCodes } from './recovery-codes.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import { SetUpAppDialog } from './set-up-app-dialog.tsx'

const formId = 'new-passkey'

/** Adds a passkey on this device, or on one that the browser reaches. */
function NewPasskeyDialog({
  onClose,
  ...form
}: NewPasskeyActs & { wantsPassword: boolean; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a passkey"
      description="Your browser makes it on this device, on your phone or on a security key, and asks you there."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isBusy}>
            Add
          </Button>
        </>
      }
    >
      <NewPasskeyForm {...form} id={formId} onBusy={setBusy} />
    </Dialog>
  )
}

/** Codes that were made just now: it closes once they are stored. */
function NewCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isStored, setStored] = useState(false)
  return (
    <Dialog
      open
      // Whatever would close it loses the codes, as long as they are not stored.
      onOpenChange={() => (isStored ? onClose() : toast.error(notStoredYet))}
      title="Your recovery codes"
      description={aboutRecoveryCodes}
      footer={
        <Button variant="primary" unavailable={!isStored && notStoredYet} onClick={onClose}>
          Done
        </Button>
      }
    >
      <RecoveryCodes codes={codes} isStored={isStored} onStored={setStored} />
    </Dialog>
  )
}

export type OpenFactorDialog =
  | { name: 'add app' | 'remove app' | 'add passkey' | 'new codes' }
  | { name: 'rename' | 'remove passkey'; passkey: Passkey }

interface FactorDialogsProps {
  open: OpenFactorDialog | undefined
  setOpen: (open: OpenFactorDialog | undefined) => void
  calls: FactorCalls
  /** Without what is removed there is none left. */
  isOnly: boolean
}

/** What is asked before a second factor is added, changed or removed, and the codes that come with the first. */
export function FactorDialogs({ open, setOpen, calls, isOnly }: FactorDialogsProps) {
  const [codes, setCodes] = useState<string[]>()
  const close = () => setOpen(undefined)
  const showCodes = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    close()
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
    void calls.lookAgain()
  }
  return (
    <>
      {open?.name === 'add app' && <SetUpAppDialog calls={calls} onClose={close} onDone={showCodes} />}
      {open?.name === 'add passkey' && (
        <NewPasskeyDialog
          wantsPassword={calls.wantsPassword}
          begin={calls.beginPasskey}
          add={(made) =>
            calls.addPasskey(made).then((added) => {
              toast.success('Passkey added')
              showCodes(added)
            })
          }
          onClose={close}
        />
      )}
      {open?.name === 'rename' && (
        <RenamePasskeyDialog passkey={open.passkey} calls={calls} onClose={close} />
      )}
      <Questions open={open} close={close} calls={calls} isOnly={isOnly} onCodes={showCodes} />
      {codes && <NewCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

interface QuestionsProps extends Omit<FactorDialogsProps, 'setOpen'> {
  close: () => void
  onCodes: (made: { recoveryCodes: string[] }) => void
}

function Questions({ open, close, calls, isOnly, onCodes }: QuestionsProps) {
  const making = useAction({
    mutationFn: calls.newCodes,
    meta: { quiet: isUnconfirmed },
    onSuccess: onCodes,
  })
  const removing = useAction({
    mutationFn: (act: () => Promise<{ message: string }>) => act(),
    meta: { quiet: isUnconfirmed },
    onSuccess: ({ message }) => {
      toast.success(message)
      void calls.lookAgain()
    },
  })
  const rest = isOnly
    ? 'Your password alone signs you in from then on, and your recovery codes are worth nothing.'
    : 'Signing in asks for another one of yours from then on.'
  return (
    <>
      <ConfirmDialog
        open={open?.name === 'new codes'}
        onOpenChange={close}
        title="Make new recovery codes?"
        confirmLabel="Make new codes"
        onConfirm={() => making.mutateAsync()}
      >
        You get {recoveryCodeCount} new ones, shown once. Those that you have are worth nothing from then on.
      </ConfirmDialog>
      <ConfirmDialog
        open={open?.name === 'remove app'}
        onOpenChange={close}
        title="Remove the authenticator app?"
        confirmLabel="Remove"
        onConfirm={() => removing.mutateAsync(calls.removeApp)}
      >
        {rest}
      </ConfirmDialog>
      <ConfirmDialog
        open={open?.name === 'remove passkey'}
        onOpenChange={close}
        title={open?.name === 'remove passkey' ? `Remove the passkey “${open.passkey.name}”?` : ''}
        confirmLabel="Remove"
        onConfirm={() =>
          open?.name === 'remove passkey' && removing.mutateAsync(() => calls.removePasskey(open.passkey.id))
        }
      >
        {rest} Your device keeps it until you remove it there.
      </ConfirmDialog>
    </>
  )
}
