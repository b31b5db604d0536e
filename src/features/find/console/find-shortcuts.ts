import { useLayoutEffect } from 'react'
import { shortcutOf } from '#ui/keys.ts'
import { openDialog } from '#ui/open-dialog.ts'

const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

/** Calls when somebody presses the keys that search: Ctrl or ⌘ and K anywhere, `/` where nothing is typed in. */
export function useFindShortcuts(begin: () => void): void {
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
