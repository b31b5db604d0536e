import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { cx } from '../ui/cx.ts'
import { overlayFrames } from '../ui/overlay-frames.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { Wordmark } from '../ui/wordmark.tsx'
import { Navigation } from './navigation.tsx'
import { useConfig } from './use-config.ts'

/** The side menu over the page. It goes when a page is pressed: what becomes of that is said below it. */
export default function NavigationDialog({ onClose }: { onClose: () => void }) {
  const { productName } = useConfig()
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className={cx(
            overlayFrames.left,
            'z-40 px-3 pb-4 focus:outline-none data-[state=open]:animate-slide-in-left',
          )}
        >
          <div className="mb-2 flex h-bar items-center justify-between pl-2.5">
            <Dialog.Title>
              <Wordmark name={productName} />
            </Dialog.Title>
            <Dialog.Close
              aria-label="Close menu"
              className="grid size-control place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
            >
              <X className="size-5" />
            </Dialog.Close>
          </div>
          <nav aria-label="Main" className="flex grow flex-col">
            <Navigation onPress={onClose} />
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
