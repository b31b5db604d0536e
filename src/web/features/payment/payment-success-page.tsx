import { CircleCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ButtonLink } from '../../ui/button-link.tsx'
import type { PaidOrder } from '../dashboard/use-order-outcome.ts'
import { PaymentNotice } from './payment-notice.tsx'
import { usePayment } from './use-payment.ts'
import { useRedirectAfter } from './use-redirect-after.ts'

const dashboard = '/dashboard?order_success=true'

/** Where the payment provider sends customers who have paid: says so once it is true. */
export function PaymentSuccessPage() {
  const payment = usePayment()
  const isPaid = payment.status === 'paid'
  const [query] = useSearchParams()
  const paid: PaidOrder | null = isPaid
    ? { sessionId: query.get('session_id'), kind: payment.confirmation.kind }
    : null
  useRedirectAfter(isPaid ? dashboard : undefined, paid)
  if (payment.status !== 'paid') return <PaymentNotice payment={payment} />
  return (
    <div role="status">
      <CircleCheck className="mb-4 text-success" />
      <h1 className="text-page-title">Payment Successful!</h1>
      <p className="mt-2 text-muted">Taking you to your dashboard…</p>
      <ButtonLink to={dashboard} state={paid} replace className="mt-6">
        Go to Dashboard
      </ButtonLink>
    </div>
  )
}
export { PaymentSuccessPage as Component }
