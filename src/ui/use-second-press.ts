import { useLayoutEffect, useRef } from 'react'

/** The longest that the two presses of a double one are apart. */
export const doublePressMs = 500

interface Press {
  detail: number
  preventDefault: () => void
  stopPropagation: () => void
}

/**
 * The second press of a double one is meant for the button that has opened a dialog. Where it falls beside the dialog it
 * neither closes it nor takes the focus out of it, and a button that lies there by then is not pressed. For the scrim and
 * the content of what opens over the page.
 */
export function useSecondPress(open: boolean) {
  const openedAt = useRef(0)
  useLayoutEffect(() => {
    if (open) openedAt.current = performance.now()
  }, [open])
  const isJustOpen = () => performance.now() - openedAt.current < doublePressMs
  return {
    scrim: { onMouseDown: (event: Pick<Press, 'preventDefault'>) => event.preventDefault() },
    content: {
      onPointerDownOutside: (event: Pick<Press, 'preventDefault'>) => {
        if (isJustOpen()) event.preventDefault()
      },
      onClickCapture: (event: Press) => {
        if (event.detail < 2 || !isJustOpen()) return
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
