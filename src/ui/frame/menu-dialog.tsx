import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useLayer } from '../layers.ts'
import { overlayFrames } from '../overlay-frames.ts'
import { useReturnFocus } from '../use-return-focus.ts'
import { useSecondPress } from '../use-second-press.ts'

interface MenuDialogProps {
  /** At its top: whose menu it is. */
  title: ReactNode
  /** What its links are called together. */
  label: string
  onClose: () => void
  children: ReactNode
}

/** A side menu over the page, on phones. */
export function MenuDialog({ title, label, onClose, children }: MenuDialogProps) {
  const returnFocus = useReturnFocus(true)
  const secondPress = useSecondPress(true)
  useLayer(true, onClose)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay
          {...secondPress.scrim}
          className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          {...secondPress.content}
          className={cx(
            overlayFrames.left,
            'z-40 px-3 pb-4 focus:outline-none data-[state=open]:animate-slide-in-left',
          )}
        >
          <div className="mb-2 flex h-bar shrink-0 items-center justify-between gap-2 pl-2.5">
            <Dialog.Title className="min-w-0">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Close menu"
              className="grid size-control shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
            >
              <X className="size-5" />
            </Dialog.Close>
          </div>
          <nav aria-label={label} className="flex grow flex-col overflow-y-auto">
            {children}
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
