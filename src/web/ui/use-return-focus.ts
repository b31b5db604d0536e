import { useRef } from 'react'

/**
 * Gives the focus back to where it was when something over the page opened; to the page's content when that is
 * gone. For the content of dialogs that are opened by state rather than by a trigger of their own.
 */
export function useReturnFocus() {
  const openedFrom = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      openedFrom.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = openedFrom.current
      if (target instanceof HTMLElement && target.isConnected) target.focus()
      else if (document.activeElement === document.body) document.getElementById('content')?.focus()
    },
  }
}
