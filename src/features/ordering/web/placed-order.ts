import { type OrderDraft, selectedDomains } from '../rules/order-draft.ts'
import { readDraft } from '../rules/order-draft-storage.ts'
import { draftsOf, placedOrderKey } from './kept-drafts.ts'
import { dropOrderDraft, keepTextBeside } from './order-draft-store.ts'

const textOf = (orderId: string, draft: OrderDraft): string => {
  const { azure, google } = selectedDomains(draft)
  return JSON.stringify([orderId, ...azure, ...google])
}

/** Notes that the draft went to the payment page as this order. */
export const rememberPlacedOrder = (orderId: string, draft: OrderDraft): void =>
  keepTextBeside(placedOrderKey, textOf(orderId, draft))

/** The order is paid: its draft is over, in whichever tab that was. One that was changed meanwhile stays, and any other. */
export function dropPlacedDraft(orderId: string, customer: string): void {
  for (const { id, texts } of draftsOf(customer)) {
    const { draft } = readDraft((key) => texts[key] ?? null, { customer })
    if (texts[placedOrderKey] === textOf(orderId, draft)) dropOrderDraft(id)
  }
}
