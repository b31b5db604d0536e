import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { backText, isServed } from '#features/billing/rules/payment-served.ts'
import type { PaidOrder } from '#features/orders/web/dashboard/use-order-outcome.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { forgetEntries } from '#ui/frame/kept-entries.ts'
import { PaymentGoesBack } from './payment-goes-back.tsx'
import { PaymentNotice } from './payment-notice.tsx'
import { usePayment } from './use-payment.ts'
import { useRedirectAfter } from './use-redirect-after.ts'

const dashboard = '/dashboard?order_success=true'

/** Where the payment provider sends customers who have paid: says so once it is true. */
export function PaymentSuccessPage() {
  const payment = usePayment()
  const confirmation = payment.status === 'paid' ? payment.confirmation : undefined
  const back = confirmation && backText(confirmation)
  const [query] = useSearchParams()
  const paid: PaidOrder | null = confirmation
    ? { sessionId: query.get('session_id'), kind: confirmation.kind }
    : null
  const isPaid = confirmation !== undefined
  useEffect(() => {
    if (isPaid) forgetEntries()
  }, [isPaid])
  // What goes back is read in peace.
  useRedirectAfter(confirmation && !back ? dashboard : undefined, paid)
  if (payment.status !== 'paid') return <PaymentNotice payment={payment} />
  if (!isServed(payment.confirmation)) return <PaymentGoesBack confirmation={payment.confirmation} />
  return (
    <div role="status">
      <CircleCheck className="mb-4 text-success" />
      <h1 className="text-page-title">Payment Successful!</h1>
      <p className="mt-2 text-muted">{back ?? 'Taking you to your dashboard…'}</p>
      <ButtonLink to={dashboard} state={paid} replace className="mt-6">
        Go to Dashboard
      </ButtonLink>
    </div>
  )
}
export { PaymentSuccessPage as Component }
