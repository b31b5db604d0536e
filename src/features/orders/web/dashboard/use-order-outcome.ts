import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { paymentOutcomeMessages } from '#features/billing/rules/payment-outcome.ts'
import type { CheckoutKind } from '#features/ordering/rules/checkout-request.ts'
import { toast } from '#ui/toast.ts'
import { refetchOrders } from '../shared/orders-query.ts'

/** By what was paid for. */
const successes: Record<CheckoutKind, string> = {
  order: paymentOutcomeMessages.succeeded,
  reinstate: 'Thank you! Your domains are being set up again.',
  replace: 'Thank you! The new domains are being set up. The old ones keep running until they are delivered.',
  release: 'Thank you! Your order resumes: its mailboxes are switched on again.',
}

const successParameter = 'order_success'
const failureParameter = 'order_failure'

/** What a page hands over that knows what was paid: the payment provider's session. */
export interface PaidOrder {
  sessionId: string | null
  kind: CheckoutKind
}

/**
 * Says how paying went, once: the address that said so is left behind. Where it is known what was paid, the
 * message leads to the page that confirms it.
 */
export function useOrderOutcome(): void {
  const [query, setQuery] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const isSuccess = query.get(successParameter) === 'true'
  const isFailure = query.get(failureParameter) === 'true'
  const { sessionId, kind = 'order' } = (state as PaidOrder | null) ?? {}
  const isAsked = query.has(successParameter) || query.has(failureParameter)
  useEffect(() => {
    if (!isAsked) return
    const options = { id: 'order-outcome', duration: 5_000 }
    if (isSuccess) {
      // That page tells what was ordered; what stands on the dashboard already is seen there.
      const viewOrder = sessionId &&
        kind === 'order' && {
          label: 'View order',
          onClick: () => void navigate(`/confirmed_order?${new URLSearchParams({ session_id: sessionId })}`),
        }
      toast.success(successes[kind], {
        ...options,
        ...(viewOrder && { action: viewOrder }),
      })
      void refetchOrders()
    }
    if (isFailure) toast.error(paymentOutcomeMessages.failed, options)
    setQuery(
      (current) => {
        const rest = new URLSearchParams(current)
        rest.delete(successParameter)
        rest.delete(failureParameter)
        return rest
      },
      { replace: true },
    )
  }, [isAsked, isSuccess, isFailure, sessionId, kind, navigate, setQuery])
}
