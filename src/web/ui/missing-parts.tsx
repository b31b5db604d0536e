import { type ReactElement, useEffect } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { toast } from './toast.ts'

const reload = () => window.location.reload()

const tell = () =>
  toast.error('This could not be loaded.', {
    id: 'part-missing',
    description: 'Please check your connection and reload the page.',
    action: { label: 'Reload', onClick: reload },
    duration: 10_000,
  })

/** In the place of content whose code did not arrive. */
export const MissingPart = ({ className }: { className?: string }) => (
  <Alert
    className={className}
    action={
      <Button size="small" onClick={reload}>
        Reload this page
      </Button>
    }
  >
    This part of the page could not be loaded. Please check your connection. What you have chosen so far is
    kept.
  </Alert>
)

/** In the place of a dialog whose code did not arrive: says so, and is closed. */
export function MissingDialog({ onClose }: { onClose: (isDone: false) => void }) {
  useEffect(() => {
    tell()
    onClose(false)
  }, [onClose])
  return null
}

/** In the place of a menu whose code did not arrive: its button says so. */
export function MissingMenu({ trigger, defaultOpen }: { trigger: ReactElement; defaultOpen: boolean }) {
  useEffect(() => {
    if (defaultOpen) tell()
  }, [defaultOpen])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: answers the presses of the button inside it
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of that button arrive as presses
    <span className="contents" onClick={tell}>
      {trigger}
    </span>
  )
}
