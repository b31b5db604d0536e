import { explainDisabled } from './explain-disabled.ts'
import { keepFocus } from './keep-focus.ts'
import { openDialog } from './open-dialog.ts'
import { askForRelease } from './release.ts'

/** What stands over the page, the uppermost last. */
const uppermost = () => [...document.querySelectorAll(openDialog)].at(-1)

const controls = 'button, a, input, select, textarea, label, summary'
const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(controls) : null

/**
 * From now on the second press of a double one changes neither focus nor selection where the first has brought something
 * else below it: a dialog, another step, whatever took the place of a button that has done its work.
 */
function keepDoubleClicks(): void {
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

/** How long a tab was out of sight before its return is worth a question. */
const awayMs = 10 * 60_000

/** A tab that comes back into sight after a while may have slept through a release. */
function askOnReturn(): void {
  let hiddenAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenAt = Date.now()
    else if (Date.now() - hiddenAt > awayMs) void askForRelease()
  })
}

/** What every page does for whoever uses it, once it has nothing better to do. */
export function beginManners(): void {
  explainDisabled()
  keepDoubleClicks()
  keepFocus()
  askOnReturn()
}
