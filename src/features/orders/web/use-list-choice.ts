import { useState } from 'react'
import type { Reach } from './order-list.tsx'
import type { OrdersAddress } from './use-orders-address.ts'

interface ListChoiceOptions {
  address: OrdersAddress
  /** The panel stands beside the list: choosing a row shows its order there. */
  isSplit: boolean
  focusPanel: () => void
  keepListPlace: () => void
}

/** What choosing and opening a row of the list does. */
export function useListChoice({ address, isSplit, focusPanel, keepListPlace }: ListChoiceOptions) {
  /** The row the keys have reached where choosing it would leave the list. */
  const [cursor, setCursor] = useState<string>()
  return {
    cursor,
    select: (orderId: string, reach: Reach) => {
      setCursor(orderId)
      if (isSplit && orderId !== address.orderId) address.selectOrder(orderId, { replace: reach === 'key' })
    },
    open: (orderId: string, reach: Reach) => {
      if (!isSplit) {
        keepListPlace()
        address.selectOrder(orderId)
      } else if (reach === 'key') focusPanel()
    },
  }
}
