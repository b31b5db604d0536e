import { Menu as MenuIcon } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

interface MenuSheetProps {
  /** What opens: a `MenuDialog`, which arrives late. */
  Dialog: ComponentType<{ onClose: () => void }>
}

/** The side menu of phones, behind a button; closes when a page is chosen, or another one comes (Back). */
export function MenuSheet({ Dialog }: MenuSheetProps) {
  const [isOpen, setOpen] = useState(false)
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
        onClick={() => setOpen(true)}
        className="-ml-2 grid size-control shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text md:hidden"
      >
        <MenuIcon className="size-5" />
      </button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}
