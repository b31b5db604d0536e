import { type CSSProperties, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { DataList } from '#ui/data-list.tsx'
import { isFiltered, type OrderFilters, orderListTexts } from '../rules/order-filters.ts'
import { OrderRow, orderRowHeight } from './order-row.tsx'
import type { WorkspaceOrder } from './shared/orders-query.ts'

/** What led to a row: a key of the list, or a press. */
export type Reach = 'key' | 'press'

interface OrderListProps {
  orders: readonly WorkspaceOrder[]
  /** Which ones these are is not known yet. */
  isWaiting: boolean
  filters: OrderFilters
  selected: string | undefined
  onSelect: (orderId: string, reach: Reach) => void
  /** Enter, or a press. */
  onOpen: (orderId: string, reach: Reach) => void
  onClearFilters: () => void
  className?: string
  style?: CSSProperties
}

export function OrderList({
  orders,
  isWaiting,
  filters,
  selected,
  onSelect,
  onOpen,
  onClearFilters,
  className,
  style,
}: OrderListProps) {
  const reach = useRef<Reach>('press')
  if (isWaiting)
    return (
      <p role="status" className={cx('px-4 py-10 text-center text-muted', className)}>
        {orderListTexts.loading}
      </p>
    )
  if (orders.length === 0)
    return (
      <div className={cx('px-4 py-10 text-center', className)} role="status">
        {isFiltered(filters) ? (
          <>
            <p>{orderListTexts.noMatches}</p>
            <Button variant="quiet" size="small" className="mt-2 text-accent" onClick={onClearFilters}>
              {orderListTexts.clearFilters}
            </Button>
          </>
        ) : (
          <>
            <p className="font-medium">{orderListTexts.noOrders}</p>
            <p className="mt-1 text-muted text-secondary">{orderListTexts.noOrdersHint}</p>
          </>
        )}
      </div>
    )
  return (
    <div
      className={className}
      style={style}
      onKeyDownCapture={() => {
        reach.current = 'key'
      }}
      onPointerDownCapture={() => {
        reach.current = 'press'
      }}
    >
      <DataList
        label="Orders"
        items={orders}
        keyOf={({ order }) => order.orderId}
        rowHeight={orderRowHeight(orders)}
        selected={selected}
        onSelect={({ order }) => onSelect(order.orderId, reach.current)}
        onOpen={({ order }) => onOpen(order.orderId, reach.current)}
        renderRow={(entry, isSelected) => (
          <OrderRow entry={entry} search={filters.search} isSelected={isSelected} />
        )}
        className="h-full"
      />
    </div>
  )
}
