import { useLayoutEffect, useRef } from 'react'

/** The longest that the two presses of a double one are apart. */
const doublePressMs = 500

/**
 * The second press of a double one is meant for the button that has opened a dialog, and falls beside the dialog: it
 * neither closes it nor takes the focus out of it. For the scrim and the content of what opens over the page.
 */
export function useSecondPress(open: boolean) {
  const openedAt = useRef(0)
  useLayoutEffect(() => {
    if (open) openedAt.current = performance.now()
  }, [open])
  return {
    scrim: { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() },
    content: {
      onPointerDownOutside: (event: { preventDefault: () => void }) => {
        if (performance.now() - openedAt.current < doublePressMs) event.preventDefault()
      },
    },
  }
}
