import { useSearchParams } from 'react-router'
import { type CheckoutKind, cancelledKind } from '#shared/checkout-request.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useRedirectAfter } from './use-redirect-after.ts'

interface WayBack {
  to: string
  label: string
  text: string
}

const order: WayBack = {
  to: '/review-order?order_cancelled=true',
  label: 'Back to your order',
  text: 'Nothing was charged, and your order is kept as you left it.',
}
const waysBack: Record<string, WayBack> = {
  order,
  replace: {
    to: '/dashboard',
    label: 'Back to your orders',
    text: 'Nothing was charged and nothing is replaced. Your domains go on as before.',
  },
  reinstate: {
    to: '/dashboard',
    label: 'Back to your orders',
    text: 'Nothing was charged. The order stays cancelled, and can be reinstated from your dashboard.',
  },
} satisfies Record<CheckoutKind, WayBack>

/** Where the payment provider sends customers who turned back. */
export function PaymentCancelPage() {
  const [query] = useSearchParams()
  const { to, label, text } = waysBack[query.get(cancelledKind) ?? 'order'] ?? order
  useRedirectAfter(to)
  return (
    <div role="status">
      <h1 className="text-page-title">Payment Cancelled</h1>
      <p className="mt-2 text-muted">{text}</p>
      <ButtonLink to={to} replace className="mt-6">
        {label}
      </ButtonLink>
    </div>
  )
}
export { PaymentCancelPage as Component }
