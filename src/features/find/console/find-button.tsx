import { Search } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { shortcutOf } from '#ui/keys.ts'
import { lateDialog } from '#ui/late-dialog.tsx'
import { openDialog } from '#ui/open-dialog.ts'
import { whenIdle } from '#ui/when-idle.ts'

const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

/** Calls when somebody presses the keys that search: Ctrl or ⌘ and K anywhere, `/` where nothing is typed in. */
function useFindShortcuts(begin: () => void): void {
  // Before the button can be seen: whoever sees it may press its key.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, metaKey, ctrlKey, altKey, shiftKey } = event
      const isChord = (metaKey || ctrlKey) && !altKey && !shiftKey && shortcutOf(event) === 'k'
      const isSlash =
        key === '/' &&
        !(metaKey || ctrlKey || altKey) &&
        !(target instanceof Element && target.matches(fields))
      if (!isChord && !isSlash) return
      // Browsers have something of their own on these keys.
      event.preventDefault()
      // What asks for an answer is not left by a shortcut.
      if (!document.querySelector(openDialog)) begin()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [begin])
}

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
