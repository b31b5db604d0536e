import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { useLayer } from './layers.ts'
import { type OverlayFrame, overlayFrames } from './overlay-frames.ts'
import { useOpener } from './use-opener.ts'

interface DialogPlaceProps {
  frame: OverlayFrame
  title: string
  onClose: () => void
  children: ReactNode
}

/** What the browser's own dialogs would look like instead. */
const sides: Record<OverlayFrame, string> = {
  medium: 'animate-rise-in',
  wide: 'animate-rise-in',
  question: 'animate-rise-in',
  wideQuestion: 'animate-rise-in',
  right: 'my-0 mr-0 ml-auto left-auto h-dvh max-h-none animate-slide-in-right',
  left: 'my-0 ml-0 mr-auto h-dvh max-h-none animate-slide-in-left',
  bottom: 'mx-0 mt-auto mb-0 top-auto max-w-none w-full animate-rise-in',
}

/**
 * Where a dialog will stand, until its code is there. The browser's own kind of dialog, which needs no code: it keeps
 * the focus inside, and gives it back before the real one opens.
 */
export function DialogPlace({ frame, title, onClose, children }: DialogPlaceProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const titleRef = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const opener = useOpener(true)
  useLayer(true, onClose)
  useLayoutEffect(() => {
    const { current: dialog } = dialogRef
    dialog?.showModal()
    titleRef.current?.focus({ preventScroll: true })
    return () => {
      dialog?.close()
      const [from] = opener.current
      if (document.activeElement === document.body && from instanceof HTMLElement) from.focus()
    }
  }, [opener])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialogRef}
      role={frame === 'question' || frame === 'wideQuestion' ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        // The page behind belongs to the dialog as far as the browser is concerned.
        event.stopPropagation()
        // The second press of a double one is meant for the button that has opened it.
        if (event.target === event.currentTarget && event.detail < 2) onClose()
      }}
      className={cx('p-0 text-text backdrop:bg-scrim focus:outline-none', overlayFrames[frame], sides[frame])}
    >
      <header className="flex items-start gap-4 border-line border-b px-5 py-4">
        <h2
          ref={titleRef}
          id={titleId}
          tabIndex={-1}
          className="min-w-0 grow text-card-title focus:outline-none"
        >
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="-my-1 -mr-1.5 grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
        >
          <X />
        </button>
      </header>
      <div className="min-h-0 grow overflow-y-auto px-5 py-4">{children}</div>
    </dialog>
  )
}
