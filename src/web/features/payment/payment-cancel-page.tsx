import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { discardPayment } from '#shared/api/payments.ts'
import { type CheckoutKind, cancelledCheckout, cancelledKind } from '#shared/order-draft/checkout-request.ts'
import { call } from '../../api.ts'
import { useUser } from '../../app-shell/use-user.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { peekOrderDraft } from '../order-wizard/order-draft-store.ts'
import { refetchOrders } from '../orders/orders-query.ts'
import { useRedirectAfter } from './use-redirect-after.ts'

interface WayBack {
  to: string
  label: string
  text: string
  /** When it could not be ended now. */
  keptText: string
}

const order: WayBack = {
  to: '/review-order?order_cancelled=true',
  label: 'Back to your order',
  text: 'Nothing was charged, and your order is kept as you left it.',
  keptText:
    'Your order is kept as you left it. We couldn’t close the payment page, so don’t pay there: start again from your order.',
}
/** Nobody came from a payment page: there is neither a payment to end nor an order that was left. */
const nothing: WayBack = {
  to: '/dashboard',
  label: 'Back to your orders',
  text: 'Nothing was charged, and there is no unfinished order in this browser.',
  keptText: '',
}
const waysBack: Record<string, WayBack> = {
  order,
  replace: {
    to: '/dashboard',
    label: 'Back to your orders',
    text: 'Nothing was charged and nothing is replaced. Your domains keep running as before.',
    keptText:
      'Nothing was charged. The replacement still waits for its payment: you can pay for it or discard it on your dashboard.',
  },
  reinstate: {
    to: '/dashboard',
    label: 'Back to your orders',
    text: 'Nothing was charged. The order stays cancelled, and can be reinstated from your dashboard.',
    keptText:
      'Nothing was charged. The reinstatement still waits for its payment: you can pay for it or discard it on your dashboard.',
  },
  release: {
    to: '/dashboard',
    label: 'Back to your orders',
    text: 'Nothing was charged. The order stays on hold, and can be paid for again from its details.',
    keptText: 'Nothing was charged. The order stays on hold until it is paid for again, from its details.',
  },
} satisfies Record<CheckoutKind, WayBack>

/** Ends what was turned back from. What cannot be ended now ends with its payment page. */
function useGivenUp(checkoutId: string | null): 'ending' | 'ended' | 'kept' | 'paid' {
  const { data, isError } = useQuery({
    queryKey: ['given-up', checkoutId],
    queryFn: async () => {
      const { status } = await call(discardPayment, { body: { checkoutId: checkoutId ?? '' } })
      void refetchOrders()
      return status
    },
    enabled: checkoutId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  if (data === 'paid') return 'paid'
  if (isError) return 'kept'
  return checkoutId === null || data ? 'ended' : 'ending'
}

/** Where the payment provider sends customers who turned back. */
export function PaymentCancelPage() {
  const [query] = useSearchParams()
  const customer = useUser().email
  const way = waysBack[query.get(cancelledKind) ?? 'order'] ?? order
  const isNothing = way === order && peekOrderDraft(customer).plan === null
  const attempt = useGivenUp(query.get(cancelledCheckout))
  const { to, label, text, keptText } = isNothing || attempt === 'paid' ? nothing : way
  useRedirectAfter(isNothing || attempt === 'ending' ? undefined : to)
  if (attempt === 'paid')
    return (
      <div role="status">
        <h1 className="text-page-title">Paid in another window</h1>
        <p className="mt-2 text-muted">It has been paid already. Your dashboard shows what became of it.</p>
        <ButtonLink to={to} replace className="mt-6">
          {label}
        </ButtonLink>
      </div>
    )
  const shown = { ending: 'One moment, the payment page is being closed.', ended: text, kept: keptText }
  return (
    <div role="status">
      <h1 className="text-page-title">{isNothing ? 'No payment in progress' : 'Payment Cancelled'}</h1>
      <p className="mt-2 text-muted">{shown[attempt]}</p>
      <ButtonLink to={to} replace className="mt-6">
        {label}
      </ButtonLink>
    </div>
  )
}
export { PaymentCancelPage as Component }
