import type { RefusedRenewal } from '#shared/api/orders.ts'
import { orderDateText } from '#shared/order-date.ts'
import { Alert } from '../../ui/alert.tsx'
import { PayNow } from './pay-now.tsx'

/** `until` is null once what was not paid for is on hold. */
const refusedRenewalText = (until: string | null): string =>
  until === null
    ? 'The last renewal could not be charged, and the inboxes it is for are paused. Pay it, or update your card in the Payment Portal, and they go on by themselves.'
    : `The last renewal could not be charged. The inboxes it is for go on until ${orderDateText(until)}; pay it, or update your card in the Payment Portal to keep them running.`

/** Renewals that were refused, whatever orders they are for: each with the page where it is paid. */
const RefusedRenewals = ({ renewals }: { renewals: readonly RefusedRenewal[] }) =>
  renewals.map((renewal) => (
    <Alert
      key={renewal.invoiceId}
      tone="warning"
      title="A payment did not go through"
      action={<PayNow invoice={renewal} />}
    >
      {refusedRenewalText(renewal.until)}
    </Alert>
  ))

export default RefusedRenewals
