import { openDialog } from './open-dialog.ts'

/** What stands over the page, the uppermost last. */
const uppermost = () => [...document.querySelectorAll(openDialog)].at(-1)

const controls = 'button, a, input, select, textarea, label, summary'
const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(controls) : null

/**
 * From now on the second press of a double one changes neither focus nor selection where the first has brought something
 * else below it: a dialog, another step, whatever took the place of a button that has done its work.
 */
export function keepDoubleClicks(): void {
  let first: { control: Element | null; dialog: Element | undefined } | undefined
  document.addEventListener(
    'mousedown',
    (event) => {
      const control = controlAt(event.target)
      const dialog = uppermost()
      if (event.detail <= 1) first = { control, dialog }
      else if (first && (dialog !== first.dialog || (first.control && control !== first.control)))
        event.preventDefault()
    },
    { capture: true },
  )
}
