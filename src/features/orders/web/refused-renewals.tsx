import { isToConfirm, owesText } from '#features/billing/rules/owed-words.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { Alert } from '#ui/alert.tsx'
import type { OrderListItem, RefusedRenewal } from '../api/orders.ts'
import { orderDateText } from '../rules/order-date.ts'
import { askedTitle } from './hold-texts.ts'
import { OwedAfterEnd, OwedList } from './owed-list.tsx'
import { PayNow } from './pay-now.tsx'

const shown = 3

/** The orders that a renewal is for, as the list calls them. */
function namesOf(orderIds: readonly string[], orders: readonly OrderListItem[]): string {
  const renewed = orders.filter(({ orderId }) => orderIds.includes(orderId))
  const names = [...new Set(renewed.map(({ forwardingDomain }) => displayForwardingUrl(forwardingDomain)))]
  return [...names.slice(0, shown), ...(names.length > shown ? [`${names.length - shown} more`] : [])].join(
    ', ',
  )
}

/** `until` is null once what was not paid for is on hold. */
const toConfirmText = (names: string, until: string | null): string =>
  until === null
    ? `Your bank asked you to confirm the last renewal of ${names}, and it was not confirmed. The inboxes it is for are paused and not billed. Confirm the payment, or update your card in the Payment Portal, and they resume automatically.`
    : `Your bank asks you to confirm the last renewal of ${names}. The inboxes it is for keep running until ${orderDateText(until)}; confirm the payment to keep them running.`
const refusedRenewalText = (names: string, until: string | null): string =>
  until === null
    ? `The last renewal of ${names} could not be charged. The inboxes it is for are paused and not billed. Pay what you owe, or update your card in the Payment Portal, and they resume automatically.`
    : `The last renewal of ${names} could not be charged. The inboxes it is for keep running until ${orderDateText(until)}; pay it, or update your card in the Payment Portal to keep them running.`

interface RefusedRenewalsProps {
  renewals: readonly RefusedRenewal[]
  orders: readonly OrderListItem[]
}

/** Renewals that were refused, whatever orders they are for: each with the page where it is paid. */
const RefusedRenewals = ({ renewals, orders }: RefusedRenewalsProps) => (
  <div className="mb-5 flex flex-col gap-3 wrap-anywhere">
    {renewals.map(({ orderIds, owed, until, hasEnded }) => (
      <Alert
        key={owed.map(({ invoiceId }) => invoiceId).join()}
        tone="warning"
        title={hasEnded ? owesText : askedTitle(isToConfirm(owed))}
        action={<PayNow owed={owed} />}
      >
        {hasEnded ? (
          <>
            {orderIds.length > 0
              ? `Your subscription for ${namesOf(orderIds, orders)} has ended.`
              : 'An earlier subscription of yours has ended.'}
            <OwedAfterEnd owed={owed} />
          </>
        ) : (
          <>
            {(isToConfirm(owed) ? toConfirmText : refusedRenewalText)(namesOf(orderIds, orders), until)}
            <OwedList owed={owed} />
          </>
        )}
      </Alert>
    ))}
  </div>
)

export default RefusedRenewals
