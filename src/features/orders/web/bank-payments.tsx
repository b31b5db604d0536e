import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { withBankText } from '#features/billing/rules/bank-days.ts'
import { paymentOutcomeMessages } from '#features/billing/rules/payment-outcome.ts'
import type { BankPayment } from '#features/checkout/api/ended-payments.ts'
import { Alert } from '#ui/alert.tsx'

const shown = 20

const whats = { order: 'Your new order of', release: 'Resuming' } as const

/** Payments that a bank has, of what no card of an order tells. */
const BankPayments = ({ payments }: { payments: readonly BankPayment[] }) => (
  <div className="mb-5 flex flex-col gap-3 wrap-anywhere">
    {payments.map(({ checkoutId, kind, cents, names }) => (
      <Alert key={checkoutId} tone="info" title={paymentOutcomeMessages.withBank}>
        {whats[kind]} {names.length > 0 ? countOf(names.length, 'domain') : 'your order'}, {formatUsd(cents)}
        {names.length > 0 && (
          <>
            : <span translate="no">{names.slice(0, shown).join(', ')}</span>
            {names.length > shown && `, and ${names.length - shown} more`}
          </>
        )}
        . {withBankText}
      </Alert>
    ))}
  </div>
)

export default BankPayments
