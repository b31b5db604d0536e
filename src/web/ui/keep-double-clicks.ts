import { openDialog } from './open-dialog.ts'

const dialogAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(openDialog) : null

/**
 * From now on a double click selects no word in a dialog that its first press has opened: the second one was meant for
 * the button that is below it now.
 */
export function keepDoubleClicks(): void {
  let pressedIn: Element | null = null
  document.addEventListener(
    'mousedown',
    (event) => {
      const dialog = dialogAt(event.target)
      if (event.detail <= 1) pressedIn = dialog
      else if (dialog !== pressedIn) event.preventDefault()
    },
    { capture: true },
  )
}
