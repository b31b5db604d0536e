import type { KeyboardEvent } from 'react'
import { shortcutOf } from '../../keys.ts'

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]), textarea, select, [role="menu"]') !== null

/** The arrow keys lead from row to row, from a row's link or whatever of it has the focus; X chooses the row. */
export function useRowKeys(choose: (key: string) => void) {
  return (event: KeyboardEvent<HTMLTableElement>) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const row = (event.target as Element).closest<HTMLElement>('tr[data-key]')
    if (!row) return
    if (shortcutOf(event) === 'x') return choose(row.dataset.key ?? '')
    const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stop = next?.querySelector<HTMLElement>('[data-row], [type="checkbox"], button')
    if (!stop) return
    event.preventDefault()
    stop.focus()
  }
}
