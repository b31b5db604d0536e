import { useEffect, useRef } from 'react'

/**
 * The list and the panel of the workspace. Where only one of both is shown, the one that comes takes the focus of
 * the one that goes.
 */
export function useFocusOfView(isPanelOnly: boolean) {
  const listRef = useRef<HTMLDivElement>(null)
  const panelRef = useRef<HTMLElement>(null)
  const focusList = () => listRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()
  const focusPanel = () => panelRef.current?.focus()

  const wasPanelOnly = useRef(isPanelOnly)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is focused stands in refs
  useEffect(() => {
    if (wasPanelOnly.current === isPanelOnly) return
    wasPanelOnly.current = isPanelOnly
    if (isPanelOnly) focusPanel()
    else focusList()
  }, [isPanelOnly])
  return { listRef, panelRef, focusList, focusPanel }
}
