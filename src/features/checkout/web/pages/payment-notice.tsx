import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { withBankText } from '#features/billing/rules/bank-days.ts'
import { paymentOutcomeMessages } from '#features/billing/rules/payment-outcome.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { Spinner } from '#ui/spinner.tsx'
import type { Payment } from './use-payment.ts'

/** Verifying takes a second; after this long the customer is told that waiting is not needed. */
const longAfterMs = 15_000

/** What is shown while a payment is not known to be made. */
export function PaymentNotice({ payment }: { payment: Exclude<Payment, { status: 'paid' }> }) {
  const { supportEmail } = useConfig()
  if (payment.status === 'verifying') return <Verifying />
  if (payment.status === 'with bank') return <WithBank />
  const isExpired = payment.status !== 'unknown'
  return (
    <div role="alert">
      <CircleAlert className="mb-4 text-danger" />
      <h1 className="text-page-title">{isExpired ? 'Payment not completed' : 'Order not found'}</h1>
      <p className="mt-2 text-muted">{isExpired ? paymentOutcomeMessages.failed : payment.message}</p>
      <p className="mt-2 text-muted">
        {isExpired &&
          (payment.status === 'refused'
            ? 'Your bank declined the payment. '
            : 'The payment page has expired and nothing was charged. ')}
        You reach support at{' '}
        <a translate="no" href={`mailto:${supportEmail}`} className="link">
          {supportEmail}
        </a>
        .
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        {isExpired && payment.kind === 'order' ? (
          <ButtonLink to="/review-order" variant="primary">
            Back to your order
          </ButtonLink>
        ) : (
          !isExpired &&
          payment.retry && (
            <Button variant="primary" onClick={payment.retry}>
              Try Again
            </Button>
          )
        )}
        <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
      </div>
    </div>
  )
}

function WithBank() {
  return (
    <div role="status">
      <h1 className="text-page-title">{paymentOutcomeMessages.withBank}</h1>
      <p className="mt-2 text-muted">{withBankText}</p>
      <ButtonLink to="/dashboard" className="mt-6">
        Go to Dashboard
      </ButtonLink>
    </div>
  )
}

function Verifying() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status">
      <h1 className="flex items-center gap-3 text-page-title">
        <Spinner />
        {paymentOutcomeMessages.verifying}
      </h1>
      {isLong && (
        <p className="mt-2 text-muted">
          This takes longer than usual. You can leave this page: as soon as the payment arrives your order
          starts and you get an e-mail.
        </p>
      )}
    </div>
  )
}
