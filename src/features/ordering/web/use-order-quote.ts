import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quoteOrder } from '#features/checkout/api/payments.ts'
import { promotionCode, type Quote } from '#features/checkout/rules/pricing.ts'
import { call } from '#ui/api.ts'
import { failureText } from '#ui/frame/failure-text.ts'
import { usePrices } from '#ui/frame/use-prices.ts'
import { queryClient } from '#ui/query-client.ts'
import { quoteDraft } from '../rules/draft-quote.ts'
import { type OrderDraft, selectedDomains } from '../rules/order-draft.ts'
import { promotionCodeKey } from './kept-drafts.ts'
import { keepTextBeside, readBeside } from './order-draft-store.ts'

const readPromotionCode = (): string => readBeside(promotionCodeKey) ?? ''
const keepPromotionCode = (code: string): void => keepTextBeside(promotionCodeKey, code)
const forgetPromotionCode = (): void => keepTextBeside(promotionCodeKey, null)

const quoteKey = 'quote'

/** A code may have ended since it was taken off: what is shown follows. */
export const lookAtCodeAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [quoteKey] })

export interface OrderQuote {
  quote: Quote | undefined
  /** The code that the quote has taken off, or ''. */
  appliedCode: string
  /** A code is being checked. */
  isChecking: boolean
  /** Why the code that was entered last is not taken off. */
  codeProblem: string | undefined
  applyCode: (typed: string) => void
  removeCode: () => void
  /** The server named another price: it stands until something about the order, or the code that is taken off, changes. */
  replaceQuote: (quote: Quote) => void
}

/** What the order costs, with the promotion code of the review: shown is what will be charged. */
export function useOrderQuote(draft: OrderDraft): OrderQuote {
  const prices = usePrices()
  const [code, setCode] = useState(readPromotionCode)
  const [malformed, setMalformed] = useState<string>()
  const [replaced, setReplaced] = useState<{ for: string; quote: Quote }>()
  const { plan, orderCount, domainOption, isReserve } = draft
  const { azure, google } = selectedDomains(draft)
  const order = plan &&
    domainOption && { plan, orderCount, domainOption, isReserve, domains: [...azure, ...google] }
  const priced = useQuery({
    queryKey: [quoteKey, order, code],
    queryFn:
      order && code
        ? ({ signal }) => call(quoteOrder, { body: { ...order, promotionCode: code }, signal })
        : skipToken,
    retry: false,
    staleTime: 0,
    meta: { quiet: true },
  })

  const isApplied = code !== '' && priced.data !== undefined && !priced.error
  const appliedCode = isApplied ? code : ''
  // A price with a code says nothing any more once the code has ended.
  const subject = JSON.stringify([order, appliedCode])
  const present = isApplied ? priced.data : quoteDraft(draft, prices)
  const refusal = failureText(priced.error)
  return {
    quote: replaced?.for === subject ? replaced.quote : present,
    appliedCode,
    isChecking: code !== '' && priced.isPending,
    codeProblem: malformed ?? (priced.error && code !== '' ? refusal : undefined),
    applyCode(typed) {
      const parsed = promotionCode.safeParse(typed)
      setMalformed(parsed.error?.issues[0]?.message)
      if (!parsed.success) return
      keepPromotionCode(parsed.data)
      if (parsed.data === code) void priced.refetch()
      else setCode(parsed.data)
    },
    removeCode() {
      forgetPromotionCode()
      setMalformed(undefined)
      setCode('')
    },
    replaceQuote: (quote) => setReplaced({ for: subject, quote }),
  }
}
