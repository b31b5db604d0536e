import { useState } from 'react'
import { lateDialog } from '#ui/late-dialog.tsx'

const OwnershipDialog = lateDialog(() => import('./ownership-dialog.tsx'), {
  frame: 'medium',
  title: ({ domain }) => `Is ${domain} yours?`,
})

/** Beside a name that stands in another order: the way to show that it is the customer's. */
export function IsItYours({ domain, onYours }: { domain: string; onYours?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [isYours, setYours] = useState(false)
  const close = (isFree: boolean) => {
    setOpen(false)
    if (!isFree) return
    setYours(true)
    onYours?.()
  }
  return (
    <>
      {isYours ? (
        <span role="status" className="text-secondary text-text">
          Free for you now
        </span>
      ) : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          // In the colour of text: it stands in alerts too, whose tint leaves the colour of links too little contrast.
          className="min-h-6 text-secondary text-text underline underline-offset-2 hover:no-underline pointer-coarse:min-h-11"
          aria-label={`Is it yours? ${domain}`}
        >
          Is it yours?
        </button>
      )}
      {isOpen && <OwnershipDialog domain={domain} onClose={close} />}
    </>
  )
}
