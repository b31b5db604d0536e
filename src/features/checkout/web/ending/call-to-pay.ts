import type { Endpoint, ResponseOf, SentBodyOf } from '#base/api/endpoint.ts'
import type { createOrder } from '#features/ordering/api/create-order.ts'
import type { replaceDomains } from '#features/replacement/api/replacements.ts'
import { ApiError, call } from '#ui/api.ts'
import { fetchForPress } from '#ui/frame/fetch-for-press.ts'
import type { OpenPayment } from '../../api/ended-payments.ts'
import type { createCheckoutSession, payForRelease } from '../../api/payments.ts'
import type { PaidHere } from './paid-here.ts'

type Paying = typeof createOrder | typeof createCheckoutSession | typeof payForRelease | typeof replaceDomains

/** The other payment was to stay open: nothing was done, and nothing has to be said. */
export class OtherStaysOpen extends Error {}

/**
 * Calls what leads to a payment page. Where that would end the page of a larger payment, its customer is asked first.
 * @throws OtherStaysOpen when they would rather keep that one
 */
export async function callToPay<E extends Paying>(
  endpoint: E,
  input: { body: SentBodyOf<E>; idempotencyKey?: string },
  here: PaidHere,
): Promise<ResponseOf<E>> {
  // One signature for all of them, which a generic call cannot show to be its own.
  const send = call as (to: Endpoint, how: unknown) => Promise<ResponseOf<E>>
  let ends: string | undefined
  for (;;) {
    try {
      return await send(endpoint, { ...input, ...(ends && { query: { ends } }) })
    } catch (error) {
      const payments = paymentsIn(error)
      if (!payments) throw error
      const { askToEnd } = await fetchForPress(() => import('./ask-to-end.tsx'))
      if (!(await askToEnd(payments, here))) throw new OtherStaysOpen('The other payment stays open.')
      ends = payments.map(({ checkoutId }) => checkoutId).join(',')
    }
  }
}

const paymentsIn = (error: unknown): OpenPayment[] | undefined =>
  error instanceof ApiError && error.code === 'ends_payment'
    ? (error.details as { payments?: OpenPayment[] } | undefined)?.payments
    : undefined
