import { openDialog } from './open-dialog.ts'

/** What a control stands in, from the nearest: a place to go on from by keyboard. */
const places = `${openDialog}, form, section, li, tr, #content`
const content = () => document.getElementById('content')

/** The focus is on nothing that somebody could have led it to. */
export function isLost(): boolean {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || activeElement === content()
}

/** Leads the keys to the nearest of these elements that is a place and still there. */
export function focusNear(chain: readonly Element[]): void {
  const place = chain.find((each) => each.isConnected && each.matches(places))
  const above = [...document.querySelectorAll<HTMLElement>(openDialog)].at(-1)
  const home = place ?? content()
  const target = above && !above.contains(home) ? above : home
  if (target instanceof HTMLElement) focusPlace(target)
}

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
        const place = stoodIn.isConnected ? stoodIn.closest(places) : null
        focusNear(place ? [place] : [])
      }),
    )
  }).observe(document.body, { childList: true, subtree: true })
}
