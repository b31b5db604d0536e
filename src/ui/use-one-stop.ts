import { type KeyboardEvent, useState } from 'react'

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * Buttons in a row that Tab stops at once: at the one that was used last. The arrow keys, Home and End lead to the
 * others.
 */
export function useOneStop() {
  const [stop, setStop] = useState(0)
  return {
    row: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const buttons = [...event.currentTarget.querySelectorAll('button')]
        const at = buttons.findIndex((button) => button.contains(document.activeElement))
        const next = at < 0 ? undefined : steps[event.key]?.(at, buttons.length - 1)
        if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        buttons[next]?.focus()
      },
    },
    /** Of each button, counted from 0. */
    buttonAt: (at: number) => ({ tabIndex: at === stop ? 0 : -1, onFocus: () => setStop(at) }),
  }
}
