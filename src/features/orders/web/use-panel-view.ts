import { startTransition, useEffect, useMemo, useState } from 'react'
import type { OrderFilters } from '../rules/order-filters.ts'
import type { WorkspaceOrder } from './shared/orders-query.ts'

/** After the last keystroke in the search box; fast typing is not held up by a panel nobody looks at. */
const typingPauseMs = 100

interface PanelView {
  /** None while nothing is listed. */
  entry: WorkspaceOrder | undefined
  filters: OrderFilters
}

/** What the panel shows: every keystroke lists another order first, and the panel follows when there is time. */
export function usePanelView(entry: PanelView['entry'], filters: OrderFilters): PanelView {
  const current = useMemo(() => ({ entry, filters }), [entry, filters])
  const [view, setView] = useState(current)
  useEffect(() => {
    if (view === current) return
    const follow = () => startTransition(() => setView(current))
    if (view.filters.search === current.filters.search) return follow()
    const timer = setTimeout(follow, typingPauseMs)
    return () => clearTimeout(timer)
  }, [view, current])
  return view
}
