/** Between the button and the words. */
const gapPx = 6
/** From the edges of the window. */
const marginPx = 8

const bubble = document.createElement('div')
bubble.popover = 'manual'
// The button is described by the same words.
bubble.ariaHidden = 'true'
bubble.className =
  'pointer-events-none fixed inset-auto m-0 max-w-72 rounded-control border border-transparent bg-primary px-2.5 py-1.5 text-label text-on-primary'

/** Why the control under the pointer or focus cannot be used, where that stands nowhere else on the page. */
function reasonAt(target: EventTarget | null): { control: Element; reason: string } | undefined {
  const control = target instanceof Element ? target.closest('[aria-disabled="true"]') : null
  const ids = control?.getAttribute('aria-describedby')?.split(' ') ?? []
  const described = ids.map((id) => document.getElementById(id)).find((element) => element?.hidden)
  return control && described?.textContent ? { control, reason: described.textContent } : undefined
}

/** Whose words are shown. */
let shown: Element | undefined

function show(control: Element, reason: string): void {
  shown = control
  bubble.textContent = reason
  // Above dialogs too, since it is in the top layer, but in none of them: one from which something goes while the focus is
  // on its way takes the focus back, and Tab would not pass the control.
  document.body.append(bubble)
  bubble.showPopover()
  placeAt(control)
}

function placeAt(control: Element): void {
  const at = control.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const fitsBelow = at.bottom + gapPx + height + marginPx <= window.innerHeight
  const left = at.left + (at.width - width) / 2
  bubble.style.top = `${fitsBelow ? at.bottom + gapPx : at.top - gapPx - height}px`
  bubble.style.left = `${Math.max(marginPx, Math.min(left, window.innerWidth - width - marginPx))}px`
}

/** Words that are not shown are not left in the page either, where searches would find them. */
function hide(): void {
  shown = undefined
  bubble.remove()
}

/** The keys have reached the control whose words are shown. */
const isReached = () =>
  shown !== undefined && shown === document.activeElement && shown.matches(':focus-visible')

/** From now on what cannot be used says why, as soon as the mouse rests on it or the keys reach it. */
export function explainDisabled(): void {
  const follow = (event: Event, isMeant: boolean) => {
    const found = isMeant ? reasonAt(event.target) : undefined
    // A page that changes under a mouse at rest brings other things below it.
    if (!found && event.type === 'pointerover' && isReached()) return
    hide()
    if (found) show(found.control, found.reason)
  }
  document.addEventListener('pointerover', (event) => follow(event, event.pointerType === 'mouse'))
  document.addEventListener('focusin', (event) =>
    follow(event, event.target instanceof Element && event.target.matches(':focus-visible')),
  )
  for (const end of ['focusout', 'pointerdown'] as const)
    document.addEventListener(end, hide, { capture: true, passive: true })
  // What the keys reach is scrolled into view.
  const onScroll = () => (shown && isReached() ? placeAt(shown) : hide())
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide())
}
