import { formatUsd } from '#shared/money/usd.ts'
import { buttonClass } from '../../ui/button.tsx'

/** Leads to the payment provider's page of the one invoice that is open. */
export function PayNow({ invoice }: { invoice: { url: string | null; cents: number } | null }) {
  if (!invoice?.url) return null
  return (
    <a href={invoice.url} target="_blank" rel="noreferrer" className={buttonClass('primary', 'small')}>
      Pay now: {formatUsd(invoice.cents)}
    </a>
  )
}
