import { type ChangeEvent, useRef, useState } from 'react'
import { type Brand, brandMessages } from '#base/brand/brand.ts'
import { ApiError } from '#ui/api.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { failureText, isTold } from '#ui/frame/failure-text.ts'
import { isUnconfirmed } from '#ui/frame/forms/unconfirmed.ts'
import { saveBrand } from '../api/console-brand.ts'
import {
  type BrandDraft,
  choiceOfDraft,
  type DraftProblems,
  draftOf,
  draftProblems,
  problemsAt,
  type TextOfDraft,
} from './brand-draft.ts'
import { lookAgain } from './brand-queries.ts'

/** What is being chosen: checked when it is sent, then again with every change. */
export function useBrandDraft(brand: Brand, version: number) {
  const [draft, setDraft] = useState(() => draftOf(brand))
  const [refused, setRefused] = useState<DraftProblems>({})
  const [isAsking, setAsking] = useState(false)
  const [wasSent, setWasSent] = useState(false)
  const formRef = useRef<HTMLFormElement>(null)
  const problems: DraftProblems = { ...refused, ...(wasSent && draftProblems(draft)) }
  const set = (change: Partial<BrandDraft>) => {
    setDraft({ ...draft, ...change })
    setRefused({})
  }
  const saving = useStaffAction({
    mutationFn: () => callStaff(saveBrand, { body: { basedOn: version, brand: choiceOfDraft(draft) } }),
    hasForm: true,
    onSuccess: tellAnswer(lookAgain),
    onError: (error) => {
      if (!isTold(error) || isUnconfirmed(error)) return
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      setRefused(fields.length > 0 ? problemsAt(fields) : { form: failureText(error) })
      setAsking(false)
    },
  })
  const ask = () => {
    setWasSent(true)
    const unfinished = unfinishedMoments(formRef.current)
    setRefused(unfinished)
    const [first] = Object.keys({ ...draftProblems(draft), ...unfinished })
    if (!first) setAsking(true)
    else formRef.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const field = (name: TextOfDraft) => ({
    name,
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set({ [name]: target.value }),
  })
  return { draft, set, problems, field, formRef, ask, isAsking, setAsking, saving }
}

/** A day without its time is empty to the page, and would be sent as no moment at all: only the browser knows of it. */
function unfinishedMoments(form: HTMLFormElement | null): DraftProblems {
  const names = ['bannerFrom', 'bannerUntil'] as const
  const isUnfinished = (name: string) =>
    form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.validity.badInput
  return Object.fromEntries(names.filter(isUnfinished).map((name) => [name, brandMessages.moment]))
}

export type DraftForm = ReturnType<typeof useBrandDraft>
