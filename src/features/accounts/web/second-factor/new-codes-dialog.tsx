import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { aboutRecoveryCodes, notStoredYet, RecoveryCodes } from './recovery-codes.tsx'

/** Codes that were made just now: it closes once they are stored. */
export function NewCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
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
