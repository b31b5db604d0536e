import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { lateDialog } from '#ui/late-dialog.tsx'
import { whenIdle } from '#ui/when-idle.ts'
import { useFindShortcuts } from './find-shortcuts.ts'

const load = () => import('./find-dialog.tsx')
const FindDialog = lateDialog(load, { frame: 'medium', title: 'Find anything' })

/** Opens the search over everything, as its keys do. */
export function FindButton() {
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  useFindShortcuts(open)
  // What is typed right after the keys is meant for the field, which should be there by then.
  useEffect(
    () =>
      void whenIdle()
        .then(load)
        .catch(() => {}),
    [],
  )
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K /"
        aria-haspopup="dialog"
        onClick={open}
        className="flex h-control-small min-w-0 shrink-0 items-center gap-2 rounded-control border border-edge bg-surface px-2.5 text-muted text-secondary transition-colors hover:bg-hover hover:text-text"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="max-lg:sr-only">Find anything</span>
        <kbd
          translate="no"
          aria-hidden
          className="rounded-mark border border-line px-1 text-label max-lg:hidden"
        >
          /
        </kbd>
      </button>
      {isOpen && <FindDialog onClose={() => setOpen(false)} />}
    </>
  )
}
