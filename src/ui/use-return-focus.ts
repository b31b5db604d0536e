import { focusNear, isLost } from './keep-focus.ts'
import { openDialog } from './open-dialog.ts'
import { forgetOpener, menuButton, useOpener } from './use-opener.ts'

/**
 * Gives the focus back to where it was when something over the page opened; when that is gone, to what it stood in. For
 * the content of dialogs that are opened by state rather than by a trigger of their own.
 */
export function useReturnFocus(open: boolean) {
  const opener = useOpener(open)
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const { current: chain } = opener
      forgetOpener(chain)
      const [target] = chain
      // What was opened while this one faded out keeps the focus, and what is being typed into it.
      const above = document.activeElement?.closest(openDialog)
      if (above && !above.contains(target ?? null)) return
      if (target instanceof HTMLElement && target.isConnected) target.focus()
      else if (document.activeElement === document.body) focusNear(chain)
    },
  }
}

/** A menu gives the focus back to its button also when it is closed by a press on nothing that takes it. */
export function returnToMenuButton({ currentTarget }: Event): void {
  if (isLost() && currentTarget instanceof Element) menuButton(currentTarget)?.focus()
}
