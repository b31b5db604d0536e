import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readQuestion, type VolumeQuestion, writeQuestion } from '#shared/volume/volume-question.ts'

/** Between the last keystroke and the address that has it: browsers refuse many changes in a row. */
const typingPauseMs = 300

export interface AskedQuestion {
  question: VolumeQuestion
  /** Takes effect at once; leaves no trail for Back. */
  change: (to: Partial<VolumeQuestion>) => void
  /** What is typed takes effect at once, too, and reaches the address a little later, or when the field is left. */
  type: (emails: string) => void
  leave: () => void
}

/** What is asked of the planner, as its address has it: a link can be shared, and Back leads to the same. */
export function useQuestion(): AskedQuestion {
  const [query, setQuery] = useSearchParams()
  const inAddress = useMemo(() => readQuestion(query), [query])
  const [typed, setTyped] = useState<string | null>(null)
  const question = typed === null ? inAddress : { ...inAddress, emails: typed }
  if (typed !== null && typed === inAddress.emails) setTyped(null)

  const write = useCallback(
    (next: VolumeQuestion) => setQuery(writeQuestion(next), { replace: true, preventScrollReset: true }),
    [setQuery],
  )
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => write({ ...inAddress, emails: typed }), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, inAddress, write])

  return {
    question,
    change: (to) => write({ ...question, ...to }),
    type: setTyped,
    leave: () => typed !== null && write(question),
  }
}
