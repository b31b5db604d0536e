import {
  type Dispatch,
  type Ref,
  type SetStateAction,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { OrderFilters } from '../rules/order-filters.ts'
import { type CardSelection, nothingSelected, viewOf } from '../rules/order-selection.ts'
import { OrderPanel } from './order-panel.tsx'
import type { WorkspaceOrder } from './shared/orders-query.ts'
import type { OrdersAddress } from './use-orders-address.ts'

/** After the last keystroke in the search box; fast typing is not held up by a panel nobody looks at. */
const typingPauseMs = 100

interface PanelView {
  /** None while nothing is listed. */
  entry: WorkspaceOrder | undefined
  filters: OrderFilters
}

/** What the panel shows: every keystroke lists another order first, and the panel follows when there is time. */
function usePanelView(entry: PanelView['entry'], filters: OrderFilters): PanelView {
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

/**
 * The ticked cards. Another search, filter or order unticks them for good; another width of the window, in which the
 * panel is built again, does not.
 */
function useCardSelection(view: string): [CardSelection, Dispatch<SetStateAction<CardSelection>>] {
  const [selection, setSelection] = useState(nothingSelected)
  if (selection !== nothingSelected && selection.view !== view) setSelection(nothingSelected)
  return [selection, setSelection]
}

interface OrderPanelOptions {
  shown: WorkspaceOrder | undefined
  /** What is listed is not known yet. */
  isWaiting: boolean
  filters: OrderFilters
  address: OrdersAddress
  /** It stands beside the list. */
  isSplit: boolean
  ref: Ref<HTMLElement>
}

/** The panel of the shown order: the same element until something of it changes, whatever is typed beside it. */
export function useOrderPanel({ shown, isWaiting, filters, address, isSplit, ref }: OrderPanelOptions) {
  const view = usePanelView(shown, filters)
  const [selection, setSelection] = useCardSelection(viewOf(view.filters, view.entry?.order.orderId))
  const latestAddress = useRef(address)
  latestAddress.current = address
  return useMemo(
    () => (
      <OrderPanel
        ref={ref}
        entry={view.entry}
        isWaiting={isWaiting}
        filters={view.filters}
        selection={selection}
        onSelect={setSelection}
        onOpenDetails={(groupId) => latestAddress.current.openDetails(groupId)}
        className={isSplit ? 'overflow-y-auto overscroll-contain' : undefined}
      />
    ),
    [view, isWaiting, isSplit, selection, setSelection, ref],
  )
}
