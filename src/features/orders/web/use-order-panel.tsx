import { type Ref, useMemo, useRef } from 'react'
import type { OrderFilters } from '../rules/order-filters.ts'
import { viewOf } from '../rules/order-selection.ts'
import { OrderPanel } from './order-panel.tsx'
import type { WorkspaceOrder } from './shared/orders-query.ts'
import { useCardSelection } from './use-card-selection.ts'
import type { OrdersAddress } from './use-orders-address.ts'
import { usePanelView } from './use-panel-view.ts'

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
