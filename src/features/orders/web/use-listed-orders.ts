import { useEffect, useMemo, useState } from 'react'
import { owingOrders } from '#features/billing/rules/owed-words.ts'
import { type OrderListItem, ordersInViewMost, type RefusedRenewal } from '../api/orders.ts'
import {
  filterOrders,
  isFiltered,
  noFilters,
  type OrderFilters,
  ordersWithDomains,
  sortOrders,
} from '../rules/order-filters.ts'
import { indexOrders, prepareSearch } from '../rules/order-index.ts'
import { selectedOrder } from '../rules/order-selection.ts'
import type { WorkspaceOrder } from './shared/orders-query.ts'

/** After the list stands; the first keystroke then has less to do. */
const pauseMs = 500
/** So few that a key pressed meanwhile is not kept waiting. */
const atOnce = 50

/** Works out what the search looks at, a few orders at a time, once there is nothing better to do. */
function usePreparedSearch(index: readonly WorkspaceOrder[]): void {
  useEffect(() => {
    let next = 0
    const prepareSome = () => {
      prepareSearch(index.slice(next, next + atOnce))
      next += atOnce
      if (next < index.length) waiting = setTimeout(prepareSome)
    }
    let waiting = setTimeout(prepareSome, pauseMs)
    return () => clearTimeout(waiting)
  }, [index])
}

const none: WorkspaceOrder[] = []

/**
 * The orders that match the filters, and which of them is shown: the chosen one, or the first. While not all are here
 * nothing is listed that the others may belong among, and how many there are is not known.
 */
export function useListedOrders(
  orders: readonly OrderListItem[],
  renewals: readonly RefusedRenewal[],
  areAll: boolean,
  { filters, orderId }: { filters: OrderFilters; orderId: string | null },
) {
  // Read anew with every answer, and seldom another.
  const owing = [...owingOrders(renewals)].sort().join()
  const index = useMemo(() => indexOrders(orders, new Set(owing.split(','))), [orders, owing])
  usePreparedSearch(index)
  const known = useMemo(() => {
    const sorted = sortOrders(filterOrders(index, filters), filters.sort)
    // Those of refused renewals come as well, for their names: between them and the first ones others are missing.
    return areAll ? sorted : sorted.slice(0, ordersInViewMost)
  }, [index, filters, areAll])
  const isWaiting = !areAll && !isPlainView(known, filters, orderId)
  const listed = isWaiting ? none : known
  const total = useMemo(() => (areAll ? ordersWithDomains(index).length : undefined), [areAll, index])
  /** Chosen for want of a choice; it stays when another order takes the first place. */
  const [auto, setAuto] = useState<string>()
  const shown = selectedOrder(listed, orderId ?? auto)
  if (orderId === null && shown && shown.order.orderId !== auto) setAuto(shown.order.orderId)
  return { index, listed, isWaiting, total, shown }
}

/** What the server gives first: the order in which a list stands without filters, and one of its first orders. */
const isPlainView = (known: readonly WorkspaceOrder[], filters: OrderFilters, orderId: string | null) =>
  !isFiltered(filters) &&
  filters.sort === noFilters.sort &&
  (orderId === null || known.some(({ order }) => order.orderId === orderId))
