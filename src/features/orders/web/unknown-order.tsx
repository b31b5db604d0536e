import { X } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'
import type { OrderListItem } from '../api/orders.ts'
import type { OrdersAddress } from './use-orders-address.ts'

export const unknownOrder = 'The link may be old, or belong to another account.'

/** Says that the order of the address is none of the customer's; what is shown in its place was not asked for. */
export function UnknownOrder({
  orders,
  address,
}: {
  orders: readonly OrderListItem[]
  address: OrdersAddress
}) {
  const { orderId } = address
  if (orderId === null || orders.some((order) => order.orderId === orderId)) return null
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-3 border-line border-b bg-warning-tint py-1 pr-1.5 pl-4 text-secondary"
    >
      <p>
        <span className="font-medium">There is no such order.</span> {unknownOrder}
      </p>
      <IconButton label="Show all orders" onClick={address.leaveOrder}>
        <X />
      </IconButton>
    </div>
  )
}
