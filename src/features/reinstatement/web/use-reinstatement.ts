import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Outcome, refuse } from '#base/text/outcome.ts'
import { createCheckoutSession } from '#features/checkout/api/payments.ts'
import { priceChangedMessage } from '#features/checkout/rules/pricing.ts'
import { callToPay, OtherStaysOpen } from '#features/checkout/web/ending/call-to-pay.ts'
import { readForMs } from '#features/checkout/web/pages/use-redirect-after.ts'
import { statedPrices, statesOtherPrice } from '#features/ordering/rules/checkout-request.ts'
import type { OpenedWorkspace } from '#features/tools/rules/tool-trial.ts'
import { trialRefusalOf } from '#features/tools/web/credentials/trial-refusal.ts'
import { ApiError, call } from '#ui/api.ts'
import { noAnswerNote } from '#ui/frame/failure-text.ts'
import { useLeaveToPay } from '#ui/frame/left-to-pay.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { useOneAtATime } from '#ui/one-at-a-time.ts'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { reinstate } from '../api/reinstate.ts'
import { type ReinstateDetails, reinstateMessages } from '../rules/reinstate-form.ts'
import { offeredPrice, type ReinstatePrice } from '../rules/reinstate-price.ts'
import { buildReinstatement } from '../rules/reinstate-request.ts'
import { buildReinstateCheckout, type ReinstateResponse } from '../rules/reinstate-response.ts'
import type { SelectedDomain } from '../rules/reinstate-selection.ts'
import type { DomainStanding } from '../rules/reinstate-shares.ts'
import { prefillQuery } from './prefill-query.ts'

interface State {
  phase: 'idle' | 'processing' | 'reinstated'
  /** Why it did not come to a payment page. */
  problem?: string
  /** Names that stand in another order by now. */
  held?: readonly string[]
  /** The credentials open another workspace than the one that is named. */
  opens?: OpenedWorkspace | undefined
}

/** Asks for the domains to come back, then leads to the payment page: nothing is set up before it is paid. */
export function useReinstatement(domains: readonly SelectedDomain[], standing: readonly DomainStanding[]) {
  const user = useUser()
  const navigate = useNavigate()
  const pay = useLeaveToPay('reinstate', domains.map(({ domain }) => domain).join(' '))
  const [state, setState] = useState<State>({ phase: 'idle' })
  const oneAtATime = useOneAtATime()
  /** What the server asks for it, where that differs from what was shown. */
  const [offered, setOffered] = useState<ReinstatePrice>()

  const fail = (problem: string) => setState({ phase: 'idle', problem })

  const confirm = async (details: ReinstateDetails, shown: ReinstatePrice): Promise<void> => {
    setState({ phase: 'processing' })
    let answer: ReinstateResponse
    try {
      answer = await call(reinstate, { body: buildReinstatement(domains, details, standing) })
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500
      if (!isRefused) return fail(reinstateMessages.crashed)
      // What was shown may be of before: it is read again, and shown beside the reason.
      void queryClient.invalidateQueries(prefillQuery(domains.map(({ domain }) => domain)))
      const { domains: held } = (error.details ?? {}) as { domains?: string[] }
      const opens = trialRefusalOf(error)?.opens
      return setState({ phase: 'idle', problem: error.message, opens, ...(held && { held }) })
    }
    const checkout = checkoutFor(answer, { customer: user, origin: window.location.origin })
    if (!checkout.ok) return fail(checkout.problem.message)
    // Nobody is led to pay what they have not seen.
    if (statesOtherPrice(statedPrices(shown), answer.quote)) {
      setOffered(offeredPrice(answer.quote))
      return fail(priceChangedMessage)
    }
    setState({ phase: 'reinstated' })
    try {
      const { url, data } = await callToPay(
        createCheckoutSession,
        { body: checkout.value },
        { cents: answer.quote.totalCents, domains: domains.length },
      )
      const paymentPage = data?.session.url ?? url
      if (paymentPage) {
        await pay.leave(paymentPage)
        return setState({ phase: 'idle' })
      }
      toast.success(answer.message)
      setTimeout(() => void navigate('/dashboard'), readForMs)
    } catch (error) {
      if (error instanceof OtherStaysOpen) return setState({ phase: 'idle' })
      toast.error(reinstateMessages.checkoutFailed, noAnswerNote(error))
      fail(reinstateMessages.reinstatedButNoCheckout)
    }
  }
  return {
    ...state,
    offered,
    cancelled: pay.cancelled,
    confirm: (details: ReinstateDetails, shown: ReinstatePrice) =>
      void oneAtATime(() => confirm(details, shown)),
    fail,
    dismiss: () => setState({ phase: 'idle' }),
  }
}

/** Answers are not parsed in the browser; one that lacks its parts is a problem to tell, not a crash. */
function checkoutFor(
  ...asked: Parameters<typeof buildReinstateCheckout>
): ReturnType<typeof buildReinstateCheckout> {
  try {
    return buildReinstateCheckout(...asked)
  } catch {
    return refuse('invalid', reinstateMessages.invalidResponse) satisfies Outcome<never>
  }
}
