import { useRef, useState } from 'react'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { failureText, isTold } from '#ui/frame/failure-text.ts'
import { isUnconfirmed } from '#ui/frame/forms/unconfirmed.ts'
import { type ConsolePlans, savePrices } from '../api/console-plans.ts'
import { priceChanges } from '../rules/price-changes.ts'
import { lookAtPlansAgain } from './plans-queries.ts'
import { draftOf, draftProblems, listOfDraft, type PriceDraft } from './price-draft.ts'

/** What is being entered: checked when it is sent, then again with every change. */
export function usePriceDraft({ list, version }: Pick<ConsolePlans, 'list' | 'version'>) {
  const [draft, setDraft] = useState(() => draftOf(list))
  const [isAsking, setAsking] = useState(false)
  const [wasSent, setWasSent] = useState(false)
  const [refused, setRefused] = useState<string>()
  const next = listOfDraft(draft)
  const formRef = useRef<HTMLFormElement>(null)
  const saving = useStaffAction({
    mutationFn: () => callStaff(savePrices, { body: { basedOn: version, list: next } }),
    hasForm: true,
    onSuccess: tellAnswer(lookAtPlansAgain),
    onError: (error) => {
      if (!isTold(error) || isUnconfirmed(error)) return
      setRefused(failureText(error))
      setAsking(false)
    },
  })
  const ask = () => {
    setWasSent(true)
    const [first] = Object.keys(draftProblems(draft))
    if (first === undefined) setAsking(true)
    else formRef.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  return {
    draft,
    /** What would be saved. */
    next,
    problems: wasSent ? draftProblems(draft) : {},
    refused,
    /** Compared with what counts now. */
    changes: priceChanges(list, next),
    set: (change: Partial<PriceDraft>) => {
      setDraft({ ...draft, ...change })
      setRefused(undefined)
    },
    formRef,
    ask,
    isAsking,
    setAsking,
    saving,
  }
}
export type PriceForm = ReturnType<typeof usePriceDraft>
