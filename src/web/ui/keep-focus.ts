import { openDialog } from './open-dialog.ts'

/** What a control stands in, from the nearest: a place to go on from by keyboard. */
const places = `${openDialog}, form, section, li, #content`

/** Lets the keys go on from a place that is no control itself, so that the next press does nothing by mistake. */
function focusPlace(place: HTMLElement): void {
  const isBorrowed = !place.hasAttribute('tabindex')
  if (isBorrowed) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}

/**
 * From now on what goes from the page with the focus leaves it to what it stood in: a button that has done its work, a
 * step that has closed. The browser would begin again at the top of the page. Whoever moves the focus on purpose comes
 * first.
 */
export function keepFocus(): void {
  let focused: Element | null = document.activeElement
  document.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : null
  })
  new MutationObserver((changes) => {
    const gone = focused
    if (!gone || gone.isConnected) return
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
    focused = null
    if (!(change?.target instanceof Element)) return
    const { target: stoodIn } = change
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const place = stoodIn.isConnected ? stoodIn.closest<HTMLElement>(places) : null
        const above = [...document.querySelectorAll<HTMLElement>(openDialog)].at(-1)
        const home = above && !above.contains(place) ? above : (place ?? document.getElementById('content'))
        if (home) focusPlace(home)
      }),
    )
  }).observe(document.body, { childList: true, subtree: true })
}
