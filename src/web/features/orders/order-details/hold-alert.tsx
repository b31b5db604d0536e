import type { GroupDetails } from '#shared/api/orders.ts'
import { orderDateText } from '#shared/order-date.ts'
import { holdKeeps, holdWords } from '#shared/order-holds.ts'
import { formatUsd } from '#shared/pricing.ts'
import { Alert } from '../../../ui/alert.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { graceText } from '../hold-texts.ts'

/** Why a group does not run, or soon will not: since when, whether it is billed, what comes next, and what helps. */
export function HoldAlert({ group }: { group: GroupDetails }) {
  const { hold, holdSince, graceUntil } = group
  if (!hold)
    return (
      graceUntil && (
        <Alert
          tone="warning"
          title="A payment did not go through"
          action={<PayNow invoice={group.openInvoice} />}
        >
          {graceText(graceUntil)}
        </Alert>
      )
    )
  const { why, billing, next } = holdWords[hold]
  return (
    <Alert
      tone="warning"
      title={`On hold${holdSince ? ` since ${orderDateText(holdSince)}` : ''}`}
      action={<PayNow invoice={group.openInvoice} />}
    >
      <p>
        {why} {holdKeeps} {billing}
      </p>
      <p className="mt-1">{next}</p>
    </Alert>
  )
}

/** Leads to the payment provider's page of the one invoice that is open. */
function PayNow({ invoice }: { invoice: GroupDetails['openInvoice'] }) {
  if (!invoice?.url) return null
  return (
    <a href={invoice.url} target="_blank" rel="noreferrer" className={buttonClass('primary', 'small')}>
      Pay now: {formatUsd(invoice.cents)}
    </a>
  )
}
