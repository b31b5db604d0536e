import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { type NewPasskeyActs, NewPasskeyForm } from './new-passkey-form.tsx'

const formId = 'new-passkey'

/** Adds a passkey on this device, or on one that the browser reaches. */
export function NewPasskeyDialog({
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
