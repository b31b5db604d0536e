import { type Area, liftOver } from './free-place.ts'

/** What a press would miss, entries of open menus included, and what the page itself has to say at the same place. */
const buttons = 'button, [role=button], [role^=menuitem], a[href], summary, [data-notices] > *'
/** The same, and what is typed into. A form may leave room for neither; its buttons then come first. */
const controls = `${buttons}, input, select, textarea`
/** In px, between a toast and what it was lifted over. */
const gap = 8
/** After the page was last scrolled: a toast does not dance while it is. */
const restMs = 120

/** By how much the toasts stand above their place, for the page's styles. */
export const toastLift = '--toast-lift'

/**
 * Lifts the toasts above every button below them, as long as some stand: after they come or go, after the page
 * changes or is scrolled. Not while one of their own buttons is under the pointer, or has the focus: what is aimed at
 * stays. One that came up under a pointer that was on its way to a button gives way.
 */
export function keepToastsClear(host: HTMLElement): void {
  let frame = 0
  const look = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => lift(host))
  }
  const page = new MutationObserver(
    (changes) => changes.some(({ target }) => !host.contains(target)) && look(),
  )
  const begin = () => {
    page.disconnect()
    if (host.querySelector('[data-sonner-toast]'))
      page.observe(document.body, {
        childList: true,
        subtree: true,
        attributeFilter: ['data-state', 'aria-hidden'],
      })
    look()
  }
  new MutationObserver(begin).observe(host, { childList: true, subtree: true })
  let scrolled: ReturnType<typeof setTimeout> | undefined
  const onScroll = () => {
    clearTimeout(scrolled)
    scrolled = setTimeout(look, restMs)
  }
  window.addEventListener('scroll', onScroll, { capture: true, passive: true })
  window.addEventListener('resize', look)
}

function lift(host: HTMLElement): void {
  const list = host.querySelector<HTMLElement>('[data-sonner-toaster]')
  if (!list || list.matches(':focus-within, :has(button:hover)')) return
  const { style } = document.documentElement
  const lifted = Number.parseFloat(style.getPropertyValue(toastLift)) || 0
  const place = placeOf(list, lifted)
  // Not into the upper third of the window: so far away it would be looked for in vain.
  const limits = { gap, most: place.bottom - window.innerHeight / 3 }
  const over = (selector: string) => liftOver(place, inTheWay(host, place, selector), limits)
  const needed = over(controls) ?? over(buttons) ?? 0
  if (needed !== lifted) style.setProperty(toastLift, `${needed}px`)
}

/** Where the toasts stand when they are not lifted: the front one whole, of those behind it the edges. */
function placeOf(list: HTMLElement, lifted: number): Area {
  const { left, right, bottom } = list.getBoundingClientRect()
  const toasts = [...list.querySelectorAll<HTMLElement>('[data-sonner-toast][data-visible=true]')]
  const [front] = toasts
  const height = (front?.offsetHeight ?? 0) + (toasts.length - 1) * gap
  const down = bottom + lifted
  return { left, right, top: down - height, bottom: down }
}

/** What stands below the toasts or above them; not what a dialog has put out of reach. */
function inTheWay(host: HTMLElement, { left, right, bottom }: Area, selector: string): Area[] {
  const areas: Area[] = []
  for (const element of document.querySelectorAll(selector)) {
    const area = element.getBoundingClientRect()
    const isBeside = area.left >= right || area.right <= left || area.top >= bottom || area.bottom <= 0
    if (
      isBeside ||
      area.width <= 1 ||
      host.contains(element) ||
      element.closest('[aria-hidden=true], [inert]')
    )
      continue
    if (element.checkVisibility({ visibilityProperty: true })) areas.push(area)
  }
  return areas
}
