import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { latePart } from '../ui/late-part.ts'
import { MissingDialog } from '../ui/missing-parts.tsx'

/** Only phones need it, and only when asked. */
const NavigationDialog = latePart(
  () => import('./navigation-dialog.tsx'),
  ({ open, onOpenChange }) => open && <MissingDialog onClose={onOpenChange} />,
)

/** The side menu of phones, behind a button; closes when a page has been chosen. */
export function NavigationSheet() {
  const [isOpen, setOpen] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of page closes it
  useEffect(() => setOpen(false), [pathname])
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setAsked(true)
          setOpen(true)
        }}
        className="-ml-2 grid size-control place-items-center rounded-control text-muted hover:bg-hover hover:text-text md:hidden"
      >
        <MenuIcon className="size-5" />
      </button>
      {isAsked && (
        <Suspense>
          <NavigationDialog open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
