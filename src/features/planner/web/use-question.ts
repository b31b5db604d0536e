import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { changeAddressAfter } from '#ui/frame/change-address.ts'
import { readQuestion, type VolumeQuestion, writeQuestion } from '../rules/volume-question.ts'

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

const isSame = (one: VolumeQuestion, other: VolumeQuestion): boolean =>
  String(writeQuestion(one)) === String(writeQuestion(other))

/**
 * What is asked of the planner, as its address has it: a link can be shared, and Back leads to the same. The address
 * follows a moment after a press, and after several presses one by one, so what was asked last is held until it has that.
 */
export function useQuestion(): AskedQuestion {
  const [query, setQuery] = useSearchParams()
  const inAddress = useMemo(() => readQuestion(query), [query])
  const { key } = useLocation()
  const isOwnMove = useNavigationType() === 'REPLACE'
  const [held, setHeld] = useState<{ question: VolumeQuestion; since: string } | null>(null)
  const question = held?.question ?? inAddress
  // Who has gone to another address meanwhile, by Back or a link, asks what that one says.
  if (held && (isSame(held.question, inAddress) || (held.since !== key && !isOwnMove))) setHeld(null)

  const write = useCallback(
    (next: VolumeQuestion) => setQuery(writeQuestion(next), { replace: true, preventScrollReset: true }),
    [setQuery],
  )
  useEffect(() => {
    if (!held) return
    return changeAddressAfter(typingPauseMs, () => write(held.question))
  }, [held, write])

  const hold = (next: VolumeQuestion) => setHeld({ question: next, since: key })
  return {
    question,
    change: (to) => {
      const next = { ...question, ...to }
      hold(next)
      write(next)
    },
    type: (emails) => hold({ ...question, emails }),
    leave: () => held && write(question),
  }
}
