import { formatUsd } from '#base/text/usd.ts'
import type { OwedRenewal } from '#features/billing/api/owed-renewal.ts'
import { buttonClass } from '#ui/button.tsx'

/** Leads to the payment provider's page of what is owed, the oldest first: each renewal has a page of its own. */
export function PayNow({ owed }: { owed: readonly OwedRenewal[] }) {
  const oldest = owed.find(({ url }) => url !== null)
  if (!oldest?.url) return null
  return (
    <a href={oldest.url} target="_blank" rel="noreferrer" className={buttonClass('primary', 'small')}>
      {oldest.isToConfirm ? 'Confirm payment' : 'Pay now'}: {formatUsd(oldest.cents)}
    </a>
  )
}
