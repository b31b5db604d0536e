import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ResponseOf, SentBodyOf } from '#base/api/endpoint.ts'
import { createCheckoutSession } from '#features/checkout/api/payments.ts'
import type { Quote } from '#features/checkout/rules/pricing.ts'
import { callToPay, OtherStaysOpen } from '#features/checkout/web/ending/call-to-pay.ts'
import type { PaidHere } from '#features/checkout/web/ending/paid-here.ts'
import { ApiError, NetworkError } from '#ui/api.ts'
import { failureText } from '#ui/frame/failure-text.ts'
import { lookAtPricesAgain } from '#ui/frame/use-prices.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { leaveFor } from '#ui/leave-for.ts'
import { useOneAtATime } from '#ui/one-at-a-time.ts'
import { toast } from '#ui/toast.ts'
import { createOrder } from '../api/create-order.ts'
import { buildOrder } from '../rules/build-order.ts'
import { buildCheckout } from '../rules/checkout-request.ts'
import { checkoutMessages } from '../rules/checkout-validation.ts'
import { type OrderDraft, selectedDomains } from '../rules/order-draft.ts'
import { dropPlacedDraft, rememberPlacedOrder } from './placed-order.ts'
import { lookAtCodeAgain } from './use-order-quote.ts'

/** Nothing to pay: the message is read before the dashboard opens. */
const withoutPaymentMs = 2000

interface CheckoutInput {
  draft: OrderDraft
  quote: Quote
  promotionCode: string
  termsAccepted: boolean
}

interface CheckoutState {
  isProcessing: boolean
  /** Why it did not come to a payment page. */
  failure?: {
    title: string
    reason?: string
    /** Own names that stand in another order by now. */
    held?: readonly string[]
    /** Names to be bought that cannot be had any more. */
    lost?: readonly string[]
  }
}

/** Takes the order and leads to its payment page. `onPriceChanged` gets the new price, to be shown before another try. */
export function useCheckout(onPriceChanged: (quote: Quote) => void) {
  const user = useUser()
  const navigate = useNavigate()
  const [state, setState] = useState<CheckoutState>({ isProcessing: false })
  const oneAtATime = useOneAtATime()

  // An order without payment is over once its page is gone: a review without a draft would lead somewhere else.
  const placed = useRef<string>(undefined)
  useEffect(
    () => () => {
      if (placed.current) dropPlacedDraft(placed.current, user.email)
    },
    [user.email],
  )

  const checkout = async ({ draft, quote, promotionCode, termsAccepted }: CheckoutInput): Promise<void> => {
    const { plan, domainOption } = draft
    const order = buildOrder(draft)
    if (!order.ok || !plan || !domainOption)
      return setState({ isProcessing: false, failure: { title: order.ok ? '' : order.problem.message } })
    setState({ isProcessing: true })
    const { azure, google } = selectedDomains(draft)
    const here = { cents: quote.totalCents, domains: azure.length + google.length }
    try {
      const { orderIds, data } = await attempt(createOrder, order.value, here)
      const [orderId = ''] = orderIds
      const { url } = await attempt(
        createCheckoutSession,
        buildCheckout({ ...draft, plan, domainOption }, { orderIds, ...data }, quote, {
          customer: user,
          origin: window.location.origin,
          ...(promotionCode && { promotionCode }),
          termsAccepted,
        }),
        here,
      )
      rememberPlacedOrder(orderId, draft)
      if (url) {
        await leaveFor(url)
        return setState({ isProcessing: false })
      }
      toast.success(checkoutMessages.placed)
      placed.current = orderId
      setTimeout(() => void navigate('/dashboard'), withoutPaymentMs)
    } catch (error) {
      if (error instanceof OtherStaysOpen) return setState({ isProcessing: false })
      if (error instanceof ApiError && error.code === 'price_changed') {
        onPriceChanged(error.details as Quote)
        void lookAtPricesAgain()
        return setState({ isProcessing: false, failure: { title: error.message } })
      }
      if (error instanceof ApiError && error.fields.promotionCode) void lookAtCodeAgain()
      const names = namesIn(error)
      setState({
        isProcessing: false,
        failure:
          domainOption === 'purchase' && names.length > 0
            ? { title: checkoutMessages.lost, reason: failureText(error), lost: names }
            : { title: checkoutMessages.failed, reason: failureText(error), held: names },
      })
    }
  }
  return { ...state, checkout: (input: CheckoutInput) => void oneAtATime(() => checkout(input)) }
}

/** The names that a refusal is about. */
function namesIn(error: unknown): readonly string[] {
  const details =
    error instanceof ApiError ? (error.details as { domains?: string[] } | undefined) : undefined
  return details?.domains ?? []
}

/** Sends once, and once more when the answer is lost: under the same key, so that it is one order all the same. */
async function attempt<E extends typeof createOrder | typeof createCheckoutSession>(
  endpoint: E,
  body: SentBodyOf<E>,
  here: PaidHere,
): Promise<ResponseOf<E>> {
  const input = { body, idempotencyKey: newKey() }
  const send = () => callToPay(endpoint, input, here)
  try {
    return await send()
  } catch (error) {
    if (error instanceof NetworkError) return send()
    throw error
  }
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
