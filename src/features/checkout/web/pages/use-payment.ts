import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { paymentOutcomeMessages } from '#features/billing/rules/payment-outcome.ts'
import type { CheckoutKind } from '#features/ordering/rules/checkout-request.ts'
import { dropPlacedDraft } from '#features/ordering/web/placed-order.ts'
import { ApiError, call } from '#ui/api.ts'
import { useUser } from '#ui/frame/use-user.ts'
import type { PaymentConfirmation } from '../../api/payments.ts'
import { confirmPayment } from '../../api/payments.ts'

const askAgainAfterMs = 2_000

/** What became of a payment, asked until the payment provider has said yes or no. */
const confirmationQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['payment', sessionId],
    queryFn: ({ signal }) => call(confirmPayment, { query: { session_id: sessionId }, signal }),
    enabled: sessionId !== '',
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'verifying' ? askAgainAfterMs : false),
    meta: { quiet: true },
  })

export type Payment =
  | { status: 'verifying' }
  | { status: 'paid'; confirmation: PaymentConfirmation }
  | { status: 'expired' | 'refused'; kind: CheckoutKind }
  | { status: 'with bank' }
  | { status: 'unknown'; message: string; retry?: () => void }

/** The payment that the address names, verified for real. Once it is paid its draft is over. */
export function usePayment(): Payment {
  const [query] = useSearchParams()
  const sessionId = query.get('session_id') ?? ''
  const customer = useUser().email
  const { data, error, refetch } = useQuery(confirmationQuery(sessionId))
  const paidOrder = data?.status === 'paid' ? data.orderId : null
  useEffect(() => {
    if (paidOrder) dropPlacedDraft(paidOrder, customer)
  }, [paidOrder, customer])

  if (!sessionId || (error instanceof ApiError && error.status < 500))
    return { status: 'unknown', message: paymentOutcomeMessages.notFound }
  if (data?.status === 'paid') return { status: 'paid', confirmation: data }
  if (data?.status === 'expired' || data?.status === 'refused')
    return { status: data.status, kind: data.kind }
  if (data?.status === 'with bank') return { status: 'with bank' }
  if (error && !data)
    return {
      status: 'unknown',
      message: paymentOutcomeMessages.notLoaded,
      retry: () => void refetch(),
    }
  return { status: 'verifying' }
}
