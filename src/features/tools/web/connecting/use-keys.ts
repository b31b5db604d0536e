import { useEffect, useRef } from 'react'
import { shortcutOf } from '#ui/keys.ts'
import { openDialog } from '#ui/open-dialog.ts'

/** Single keys that do something while nobody types and nothing stands over the page. */
export function useKeys(keys: Readonly<Record<string, () => void>>, isOn: boolean): void {
  const present = useRef(keys)
  useEffect(() => {
    present.current = keys
  })
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const { target, repeat } = event
      if (event.ctrlKey || event.metaKey || event.altKey || repeat || event.defaultPrevented) return
      const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
      if (target instanceof HTMLElement && target.closest(fields)) return
      if (document.querySelector(openDialog)) return
      const act = present.current[shortcutOf(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn])
}
