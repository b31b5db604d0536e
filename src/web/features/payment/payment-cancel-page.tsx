import { ButtonLink } from '../../ui/button-link.tsx'
import { useRedirectAfter } from './use-redirect-after.ts'

const review = '/review-order?order_cancelled=true'

/** Where the payment provider sends customers who turned back. */
export function PaymentCancelPage() {
  useRedirectAfter(review)
  return (
    <div role="status">
      <h1 className="text-page-title">Payment Cancelled</h1>
      <p className="mt-2 text-muted">Nothing was charged, and your order is kept as you left it.</p>
      <ButtonLink to={review} replace className="mt-6">
        Back to your order
      </ButtonLink>
    </div>
  )
}
export { PaymentCancelPage as Component }
