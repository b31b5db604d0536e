import { queryOptions } from '@tanstack/react-query'
import { call } from '#ui/api.ts'
import { confirmPayment } from '../../api/payments.ts'

const askAgainAfterMs = 2_000

/** What became of a payment, asked until the payment provider has said yes or no. */
export const confirmationQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['payment', sessionId],
    queryFn: ({ signal }) => call(confirmPayment, { query: { session_id: sessionId }, signal }),
    enabled: sessionId !== '',
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'verifying' ? askAgainAfterMs : false),
    meta: { quiet: true },
  })
