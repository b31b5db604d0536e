import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { Titled } from '#ui/late-dialog.tsx'

interface OneTimePasswordProps extends Titled {
  given: { email: string; password: string }
  onClose: () => void
}

/** What somebody signs in with first: shown here, and nowhere again. */
export const OneTimePassword = ({ title, given: { email, password }, onClose }: OneTimePasswordProps) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={title}
    description={`${email} signs in with it once, within 72 hours, and then chooses another. It is shown only here.`}
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <p className="flex items-center justify-between gap-3 rounded-control bg-sunken px-3 py-2">
      <code translate="no" className="font-mono wrap-anywhere">
        {password}
      </code>
      <CopyButton value={password} label="Copy password" />
    </p>
  </Dialog>
)
