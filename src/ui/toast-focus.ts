/**
 * Lets Tab pass the toasts in both directions, as it passes anything else on the page. Sonner leads a person who continues from
 * them back to where they came from, round and round. Here only a toast that leaves with the focus leads back there.
 */
export function letFocusPass(host: HTMLElement): void {
  let cameFrom: EventTarget | null = null
  let focused: Element | undefined
  const isOutside = (target: EventTarget | null) => !(target instanceof Node && host.contains(target))

  const onFocusIn = (event: FocusEvent) => {
    // Sonner does not hear of it, and so leads nobody anywhere.
    event.stopPropagation()
    if (isOutside(event.relatedTarget)) cameFrom = event.relatedTarget
    focused = event.target instanceof Element ? event.target : undefined
  }
  host.addEventListener('focusin', onFocusIn, { capture: true })
  host.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && isOutside(relatedTarget)) focused = undefined
  })
  new MutationObserver(() => {
    if (!focused || focused.isConnected) return
    focused = undefined
    if (document.activeElement === document.body && cameFrom instanceof HTMLElement) cameFrom.focus()
  }).observe(host, { childList: true, subtree: true })
}
