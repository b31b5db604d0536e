import { AlertDialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { useLayer } from './layers.ts'
import { useOneAtATime } from './one-at-a-time.ts'
import { overlayFrames } from './overlay-frames.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { useSecondPress } from './use-second-press.ts'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** What will happen, and what cannot be taken back. */
  children: ReactNode
  /** The verb: "Cancel this order". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** As wide as a dialog: what is asked about stands in a table. */
  wide?: boolean
  /** What is asked about is still being fetched: there is nothing to agree to yet. */
  waits?: boolean
  /** The dialog stays open, and says it is busy, until this has ended; it stays open when it fails. */
  onConfirm: () => unknown
}

/** Asks before harm. Only a button answers: a press outside does not. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  wide = false,
  waits = false,
  onConfirm,
}: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const returnFocus = useReturnFocus(open)
  const secondPress = useSecondPress(open)
  const oneAtATime = useOneAtATime()
  const requestChange = (isOpen: boolean) => isBusy || onOpenChange(isOpen)
  useLayer(open, () => requestChange(false))
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch {
      // What failed has said so itself; the question stands.
    } finally {
      setBusy(false)
    }
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={requestChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay
          {...secondPress.scrim}
          className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        />
        <AlertDialog.Content
          {...returnFocus}
          onClickCapture={secondPress.content.onClickCapture}
          className={cx(
            overlayFrames[wide ? 'wideQuestion' : 'question'],
            'z-50 p-5 focus:outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
          )}
        >
          <AlertDialog.Title className="text-card-title">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-1.5 text-muted">{children}</div>
          </AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button variant="quiet">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={danger ? 'danger' : 'primary'}
              loading={isBusy || waits}
              onClick={() => open && oneAtATime(confirm)}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
