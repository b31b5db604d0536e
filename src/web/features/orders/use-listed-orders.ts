import { useMemo, useState } from 'react'
import type { OrderListItem } from '#shared/api/orders.ts'
import {
  filterOrders,
  type OrderFilters,
  ordersWithDomains,
  sortOrders,
} from '#shared/orders/order-filters.ts'
import { indexOrders } from '#shared/orders/order-index.ts'
import { selectedOrder } from '#shared/orders/order-selection.ts'
import { usePreparedSearch } from './use-prepared-search.ts'

/** The orders that match the filters, and which of them is shown: the chosen one, or the first. */
export function useListedOrders(
  orders: readonly OrderListItem[],
  { filters, orderId }: { filters: OrderFilters; orderId: string | null },
) {
  const index = useMemo(() => indexOrders(orders), [orders])
  usePreparedSearch(index)
  const listed = useMemo(() => sortOrders(filterOrders(index, filters), filters.sort), [index, filters])
  const total = useMemo(() => ordersWithDomains(index).length, [index])
  /** Chosen for want of a choice; it stays when another order takes the first place. */
  const [auto, setAuto] = useState<string>()
  const shown = selectedOrder(listed, orderId ?? auto)
  if (orderId === null && shown && shown.order.orderId !== auto) setAuto(shown.order.orderId)
  return { listed, total, shown }
}
