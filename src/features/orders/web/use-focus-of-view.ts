import { useEffect, useRef } from 'react'

/**
 * The list and the panel of the workspace. Where only one of both is shown, the one that comes takes the focus of
 * the one that goes. An order then begins at the top of the page, and the list is where it was left.
 */
export function useFocusOfView(isPanelOnly: boolean) {
  const listRef = useRef<HTMLDivElement>(null)
  const panelRef = useRef<HTMLElement>(null)
  const focusList = (options?: FocusOptions) =>
    listRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus(options)
  const focusPanel = (options?: FocusOptions) => panelRef.current?.focus(options)

  const listPlace = useRef(0)
  const wasPanelOnly = useRef(isPanelOnly)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is focused stands in refs
  useEffect(() => {
    if (wasPanelOnly.current === isPanelOnly) return
    wasPanelOnly.current = isPanelOnly
    if (isPanelOnly) focusPanel({ preventScroll: true })
    else focusList({ preventScroll: true })
    window.scrollTo(0, isPanelOnly ? 0 : listPlace.current)
  }, [isPanelOnly])
  return {
    listRef,
    panelRef,
    focusList,
    focusPanel,
    /** Before an order takes the place of the list. */
    keepListPlace: () => {
      listPlace.current = window.scrollY
    },
  }
}
