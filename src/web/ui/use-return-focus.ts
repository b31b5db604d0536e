import { useInsertionEffect, useRef } from 'react'
import { openDialog } from './open-dialog.ts'

/** Where the focus was before the last one opened: one that takes its place at once finds no focus anywhere. */
let lastOpenedFrom: Element | null = null

/** Where the focus is, or the button of the menu that it is in, which closes. */
function whereFrom(): Element | null {
  const { activeElement, body } = document
  if (activeElement === body) return lastOpenedFrom
  const opener = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return opener ? document.getElementById(opener) : activeElement
}

/**
 * Gives the focus back to where it was when something over the page opened; to the page's content when that is
 * gone. For the content of dialogs that are opened by state rather than by a trigger of their own.
 */
export function useReturnFocus(open: boolean) {
  const openedFrom = useRef<Element>(null)
  // Before anything in it is drawn: a field with `autoFocus` takes the focus as it is, and no dialog tells of that.
  useInsertionEffect(() => {
    if (!open) return
    openedFrom.current = whereFrom()
    lastOpenedFrom = openedFrom.current
  }, [open])
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = openedFrom.current
      if (lastOpenedFrom === target) lastOpenedFrom = null
      // What was opened while this one faded out keeps the focus, and what is being typed into it.
      const above = document.activeElement?.closest(openDialog)
      if (above && !above.contains(target)) return
      if (target instanceof HTMLElement && target.isConnected) target.focus()
      else if (document.activeElement === document.body) document.getElementById('content')?.focus()
    },
  }
}
