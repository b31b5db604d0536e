import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import {
  type CheckoutKind,
  cancelledCheckout,
  cancelledKind,
  cancelledOrder,
  cancelPaths,
} from '#features/ordering/rules/checkout-request.ts'
import { peekOrderDraft } from '#features/ordering/web/order-draft-store.ts'
import { refetchOrders } from '#features/orders/web/shared/orders-query.ts'
import { call } from '#ui/api.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { useLeftToPay } from '#ui/frame/left-to-pay.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { discardPayment } from '../../api/payments.ts'
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
const waysBack: Record<CheckoutKind, WayBack> = {
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
}

const closing = 'One moment, the payment page is being closed.'

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

/** What was turned back from. */
function useCancelled(): CheckoutKind {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const named = query.get(cancelledKind) ?? ''
  if (pathname === cancelPaths.replace) return 'replace'
  if (pathname === cancelPaths.reinstate) return 'reinstate'
  return Object.hasOwn(waysBack, named) ? (named as CheckoutKind) : 'order'
}

/** Where this tab was left to pay, it is led back there, with what is to be said: to the dialog or wizard as it was. */
function useBackToEntries(kind: CheckoutKind, text: string | undefined): boolean {
  const [left, setLeft] = useLeftToPay()
  const navigate = useNavigate()
  const path = left?.kind === kind ? left.path : undefined
  const isLeaving = path !== undefined && text !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isLeaving) return
    setLeft((before) => before && { ...before, cancelled: text })
    void navigate(path, { replace: true })
  }, [isLeaving])
  return path !== undefined
}

/** Where the payment provider sends customers who turned back. */
export function PaymentCancelPage() {
  const [query] = useSearchParams()
  const customer = useUser().email
  const kind = useCancelled()
  const way = waysBack[kind]
  const isNothing = way === order && peekOrderDraft(customer).plan === null
  const attempt = useGivenUp(query.get(cancelledCheckout))
  const { to: home, label, text, keptText } = isNothing || attempt === 'paid' ? nothing : way
  const changed = query.get(cancelledOrder)
  const to = changed ? `${home}?${new URLSearchParams({ order: changed })}` : home
  const told = { ending: undefined, paid: undefined, ended: text, kept: keptText }[attempt]
  const isLedBack = useBackToEntries(kind, told)
  useRedirectAfter(isNothing || isLedBack || attempt === 'ending' ? undefined : to)
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
  if (isLedBack) return <p role="status">{closing}</p>
  const shown = { ending: closing, ended: text, kept: keptText }
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
