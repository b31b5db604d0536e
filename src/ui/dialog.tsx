import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { cx } from './cx.ts'
import { useLayer } from './layers.ts'
import { overlayFrames } from './overlay-frames.ts'
import { ScrollingMiddle } from './scrolling-middle.tsx'
import { useReturnFocus } from './use-return-focus.ts'
import { useSecondPress } from './use-second-press.ts'

export interface OverlayProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One sentence under the title; also read out when the dialog opens. */
  description?: ReactNode
  /** Something would be lost: Escape, the close button and a press outside ask first. */
  unsaved?: boolean
  /** It may be asked for while a confirmation is open, and stands over it. */
  above?: boolean
  /** Buttons, fixed below what scrolls: a quiet Cancel left of the one primary. */
  footer?: ReactNode
  children?: ReactNode
}

interface DialogProps extends OverlayProps {
  /** 560 px, or 880 for a table. */
  size?: 'medium' | 'wide'
}

/** A question or form over the page; keeps the focus inside and gives it back. Fills phones. */
export function Dialog({ size = 'medium', ...overlay }: DialogProps) {
  return (
    <Overlay
      {...overlay}
      className={cx(
        'data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
        overlayFrames[size],
      )}
    />
  )
}

/**
 * A field that comes first is what the dialog is for, unless another part is called its beginning; otherwise reading
 * begins at the title.
 */
function focusBeginning(content: Element): void {
  const first = content.querySelector<HTMLElement>(
    '[data-middle] :is(input, textarea, select, button, a[href], [tabindex="0"]):not(:disabled)',
  )
  const isField = first?.matches('textarea, select, input:not([type=checkbox], [type=radio])')
  const named = content.querySelector<HTMLElement>('[data-beginning] input:not([type=radio])')
  const beginning = isField ? first : content.querySelector<HTMLElement>('h2')
  if (named) named.focus()
  else beginning?.focus({ preventScroll: true })
}

/** What a dialog and a sheet share: scrim, title, scrolling middle, footer, and asking before loss. */
export function Overlay({
  open,
  onOpenChange,
  title,
  description,
  unsaved = false,
  above = false,
  footer,
  className,
  children,
}: OverlayProps & { className: string }) {
  const [isAsking, setAsking] = useState(false)
  const level = above ? 'z-50' : 'z-40'
  const returnFocus = useReturnFocus(open)
  const secondPress = useSecondPress(open)
  const requestChange = (isOpen: boolean) => (!isOpen && unsaved ? setAsking(true) : onOpenChange(isOpen))
  useLayer(open, () => requestChange(false))
  return (
    <Radix.Root open={open} onOpenChange={requestChange}>
      <Radix.Portal>
        <Radix.Overlay
          {...secondPress.scrim}
          className={cx(
            level,
            'fixed inset-0 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
          )}
        />
        <Radix.Content
          className={cx(level, 'focus:outline-none', className)}
          {...returnFocus}
          {...secondPress.content}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.target instanceof Element) focusBeginning(event.target)
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={(event) => {
            // A toast lies over everything and belongs to no dialog.
            if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]'))
              event.preventDefault()
          }}
        >
          <header className="flex items-start gap-4 border-line border-b px-5 py-4">
            <div className="min-w-0 grow">
              <Radix.Title tabIndex={-1} className="text-card-title focus:outline-none">
                {title}
              </Radix.Title>
              {description && (
                <Radix.Description className="mt-0.5 text-muted text-secondary">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-my-1 -mr-1.5 grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
            >
              <X />
            </Radix.Close>
          </header>
          <ScrollingMiddle>{children}</ScrollingMiddle>
          {footer && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))]">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => onOpenChange(false)}
      >
        What you entered here has not been saved.
      </ConfirmDialog>
    </Radix.Root>
  )
}
