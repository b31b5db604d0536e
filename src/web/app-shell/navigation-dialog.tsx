import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { Wordmark } from '../ui/wordmark.tsx'
import { Navigation } from './navigation.tsx'
import { useConfig } from './use-config.ts'

/** The side menu over the page. */
export default function NavigationDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { productName } = useConfig()
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col bg-raised px-3 pb-4 shadow-float focus:outline-none data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left"
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
            <Navigation />
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
