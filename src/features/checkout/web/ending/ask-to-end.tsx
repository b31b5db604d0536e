import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import type { OpenPayment } from '../../api/ended-payments.ts'
import type { PaidHere } from './paid-here.ts'

/** Asks, over whatever is open, whether other payment pages may close; resolves with the answer. */
export function askToEnd(payments: readonly OpenPayment[], here: PaidHere): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  root.render(<EndOtherPayments payments={payments} here={here} onAnswer={resolve} />)
  return promise.finally(() => {
    // After the dialog has faded, and given the focus back.
    setTimeout(() => {
      root.unmount()
      place.remove()
    }, 500)
  })
}

interface EndOtherPaymentsProps {
  payments: readonly OpenPayment[]
  here: PaidHere
  onAnswer: (isAgreed: boolean) => void
}

function EndOtherPayments({ payments, here, onAnswer }: EndOtherPaymentsProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        onAnswer(false)
      }}
      title={payments.length > 1 ? 'Other payments are open' : 'Another payment is open'}
      confirmLabel="Continue here"
      cancelLabel={payments.length > 1 ? 'Keep the others' : 'Keep the other one'}
      onConfirm={() => onAnswer(true)}
    >
      <div className="flex flex-col gap-2 wrap-anywhere">
        {payments.map(({ checkoutId, cents, domains, names }) => (
          <p key={checkoutId}>
            A payment of {formatUsd(cents)} for {countOf(domains, 'domain')} is open in another window:{' '}
            {names.join(', ')}
            {domains > names.length && `, and ${domains - names.length} more`}.
          </p>
        ))}
        <p>
          If you continue, {payments.length > 1 ? 'they close' : 'it closes'} without being paid, and you pay{' '}
          {formatUsd(here.cents)} for {countOf(here.domains, 'domain')} here.
        </p>
      </div>
    </ConfirmDialog>
  )
}
