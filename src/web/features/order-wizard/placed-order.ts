import { storagePrefix } from '#shared/accounts/session-storage-keys.ts'
import { type OrderDraft, selectedDomains } from '#shared/order-draft/order-draft.ts'
import { readStored, removeStored, writeStored } from '../../browser-storage.ts'
import { dropOrderDraft, peekOrderDraft } from './order-draft-store.ts'
import { forgetPromotionCode } from './promotion-code.ts'

/** Which draft was sent to be paid: under the order's id the names it holds. */
const placedOrderKey = `${storagePrefix}.placedOrder`

const textOf = (orderId: string, draft: OrderDraft): string => {
  const { azure, google } = selectedDomains(draft)
  return JSON.stringify([orderId, ...azure, ...google])
}

/** Notes that the draft went to the payment page as this order. */
export const rememberPlacedOrder = (orderId: string, draft: OrderDraft): void =>
  writeStored(placedOrderKey, textOf(orderId, draft))

/** The order is paid: its draft is over. Another draft, begun meanwhile, stays. */
export function dropPlacedDraft(orderId: string, customer: string): void {
  if (readStored(placedOrderKey) !== textOf(orderId, peekOrderDraft(customer))) return
  removeStored(placedOrderKey)
  forgetPromotionCode()
  dropOrderDraft()
}
