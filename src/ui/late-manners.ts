import { askOnReturn } from './ask-on-return.ts'
import { explainDisabled } from './explain-disabled.ts'
import { keepDoubleClicks } from './keep-double-clicks.ts'
import { keepFocus } from './keep-focus.ts'

/** What every page does for whoever uses it, once it has nothing better to do. */
export function beginManners(): void {
  explainDisabled()
  keepDoubleClicks()
  keepFocus()
  askOnReturn()
}
