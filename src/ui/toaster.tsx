import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type ExternalToast, toast as sonner, Toaster } from 'sonner'
import { cx } from './cx.ts'
import { keepToastsClear, toastLift } from './keep-toasts-clear.ts'

/**
 * Lets Tab pass the toasts in both directions, as it passes anything else on the page. Sonner leads a person who continues from
 * them back to where they came from, round and round. Here only a toast that leaves with the focus leads back there.
 */
function letFocusPass(host: HTMLElement): void {
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

/** From below, above the bar of buttons that some pages have there, and above any other button. */
const bottom = `calc(var(--toast-bottom) + var(${toastLift}, 0px))`

function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      duration={5000}
      gap={8}
      offset={{ right: 20, bottom }}
      mobileOffset={{ left: 12, right: 12, bottom }}
      closeButton
      style={{ fontFamily: 'inherit' }}
      icons={{
        success: <CircleCheck className="text-success" />,
        info: <Info className="text-info" />,
        warning: <TriangleAlert className="text-warning" />,
        error: <CircleAlert className="text-danger" />,
        close: <X />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Close',
        classNames: {
          toast: cx(
            'toast pointer-events-auto forced-colors:border flex w-full flex-wrap items-start gap-x-2.5 gap-y-1.5 rounded-card bg-raised py-3 pr-10 pl-3.5 text-body text-text shadow-float',
            // Behind another only its edge shows: a taller one would say its last lines below.
            'data-[expanded=false]:data-[front=false]:*:opacity-0',
          ),
          title: 'font-medium',
          description: 'mt-0.5 text-secondary text-muted',
          icon: 'mt-0.5',
          // A button of many words stands below: beside it a sentence would have a few letters a line.
          content: 'min-w-0 grow basis-40',
          actionButton: 'ml-auto shrink-0 font-medium text-accent',
          closeButton:
            'absolute top-2.5 right-2 order-last grid size-6 place-items-center rounded-control text-muted hover:bg-hover hover:text-text',
        },
      }}
    />
  )
}

// A root of its own: a toast outlives the page that asked for it, and the crash of that page.
const host = document.body.appendChild(document.createElement('div'))
letFocusPass(host)
keepToastsClear(host)
flushSync(() => createRoot(host).render(<Toasts />))

/** The toasts that a later one of the same id takes the place of, by that id, and how many there have been. */
const standing = new Map<ExternalToast['id'], string>()
let shown = 0

export function showToast(
  kind: 'success' | 'error' | 'info' | 'warning',
  message: string,
  // Said again, it takes its own place: three presses are one message.
  { id = message, ...options }: ExternalToast = {},
): void {
  // One on its way out would take what replaces it along, so that has a place of its own.
  const place = standing.get(id) ?? `${id} ${++shown}`
  const leave = () => {
    if (standing.get(id) === place) standing.delete(id)
  }
  standing.set(id, place)
  sonner[kind](message, { ...options, id: place, onAutoClose: leave, onDismiss: leave })
}

export const dismissToast = (id: string): void => {
  const place = standing.get(id)
  if (place) sonner.dismiss(place)
}
