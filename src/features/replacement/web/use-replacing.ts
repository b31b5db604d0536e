import { useState } from 'react'
import { priceChangedMessage } from '#features/checkout/rules/pricing.ts'
import { callToPay, OtherStaysOpen } from '#features/checkout/web/ending/call-to-pay.ts'
import { type AvailabilityResult, judgeAvailability } from '#features/names/rules/domain-availability.ts'
import { askRegistrar } from '#features/names/web/ask-registrar.ts'
import { refetchOrders } from '#features/orders/web/shared/orders-query.ts'
import type { Prices } from '#features/plans/rules/price-list.ts'
import { ApiError } from '#ui/api.ts'
import { noAnswerNote } from '#ui/frame/failure-text.ts'
import { lookAtPricesAgain, presentPrices } from '#ui/frame/use-prices.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { replaceDomains } from '../api/replacements.ts'
import {
  type ReplaceDomainsBody,
  type Replacement,
  replaceDomainsMessages,
} from '../rules/replace-request.ts'
import { replaceDomainsOutcome } from '../rules/replace-response.ts'
import type { ReplaceRequest } from './use-replace-request.ts'

/** A free name may be anybody's after a while. */
const validForMs = 10 * 60_000

interface Checked {
  /** The request as it was when it was submitted. */
  request: ReplaceRequest['request']
  body: ReplaceDomainsBody
}

interface Cost {
  /** What the page says of it, in cents. */
  shownCents: number
  centsAt: (prices: Prices) => number
  /** Leads to the payment page. */
  leave: (url: string) => Promise<void>
}

interface Replaced {
  results: Replacement[]
  warning: string | undefined
  isOwn: boolean
  withOverlap: boolean
}

/** Asks whether the names are available, and once that is confirmed, replaces with them: at the price that was shown. */
export function useReplacing(form: ReplaceRequest, { shownCents, centsAt, leave }: Cost) {
  const option = form.option ?? 'own'
  /** What was validated, and when: only this may be confirmed, and not for ever. */
  const [validated, setValidated] = useState<Checked & { at: number }>()
  const [replaced, setReplaced] = useState<Replaced>()

  const validating = useAction({
    mutationFn: async ({ body }: Checked) => {
      const names = body.map(({ newDomain }) => newDomain)
      const [answers] = await Promise.all([askRegistrar(names, option), lookAtPricesAgain()])
      return judgeAvailability(names, answers ?? [])
    },
    meta: { quiet: true },
    onSuccess: (verdict, checked) => {
      form.block(verdict.blocked)
      if (!verdict.ok) return toast.error(verdict.message)
      toast.success(verdict.message)
      setValidated({ ...checked, at: Date.now() })
    },
    onError: (error) =>
      toast.error(sentenceOf(error, 'validationFailed', 'validationFailed'), noAnswerNote(error)),
  })

  const submit = () => {
    const outcome = form.check()
    if (outcome.ok) validating.mutate({ request: form.request, body: outcome.value })
    else toast.error(outcome.problem.message)
  }

  const confirm = async () => {
    const isValid = validated?.request === form.request && Date.now() - validated.at < validForMs
    if (!isValid) {
      toast.error(replaceDomainsMessages.notValidated)
      return
    }
    const prices = await presentPrices()
    if (prices && centsAt(prices) !== shownCents) {
      toast.error(priceChangedMessage)
      // The question stays, with the new price.
      throw new Error('The price has changed.')
    }
    let paymentPage: string
    try {
      const outcome = replaceDomainsOutcome(
        await callToPay(
          replaceDomains,
          { body: validated.body },
          { cents: shownCents, domains: validated.body.length },
        ),
      )
      if (outcome.kind === 'failed') return toast.error(outcome.message)
      void refetchOrders()
      if (outcome.kind === 'replaced') {
        form.forget()
        return setReplaced({ ...outcome, isOwn: option === 'own', withOverlap: form.overlap === 'overlap' })
      }
      paymentPage = outcome.url
    } catch (error) {
      // The question stays as well.
      if (error instanceof OtherStaysOpen) throw error
      form.block(blockedIn(error, validated.body))
      toast.error(sentenceOf(error, 'failed', 'crashed'), noAnswerNote(error))
      return
    }
    await leave(paymentPage)
    // The question stays, for who comes back without having paid.
    throw new Error('Nothing was paid.')
  }

  return {
    submit,
    isValidating: validating.isPending,
    /** What waits to be confirmed. */
    validated: validated?.body,
    edit: () => setValidated(undefined),
    confirm,
    replaced,
  }
}

/** A name that was taken since it was validated comes back with what is available instead. */
function blockedIn(error: unknown, body: ReplaceDomainsBody) {
  const details =
    error instanceof ApiError ? (error.details as { results?: AvailabilityResult[] } | undefined) : undefined
  const results = details?.results ?? []
  const names = body
    .map(({ newDomain }) => newDomain)
    .filter((name) => results.some(({ domain }) => domain === name))
  return judgeAvailability(names, results).blocked
}

type Failure = 'validationFailed' | 'failed' | 'crashed'

/** What the server says of a request it refuses; else the words for a server that failed, or for anything else. */
function sentenceOf(error: unknown, failed: Failure, crashed: Failure): string {
  if (!(error instanceof ApiError)) return replaceDomainsMessages[crashed]
  return error.status < 500 ? error.message : replaceDomainsMessages[failed]
}
