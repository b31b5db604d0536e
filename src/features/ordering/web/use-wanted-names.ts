import { useEffect, useRef, useState } from 'react'
import { type FoundDomain, previewNames } from '#features/names/api/find-domains.ts'
import { parseWantedNames, wantedNamesMessages } from '#features/names/rules/wanted-names.ts'
import { call } from '#ui/api.ts'
import { failureText, isTold } from '#ui/frame/failure-text.ts'
import { askUntilKnown, isChecking } from './ask-until-known.ts'

interface WantedState {
  results: FoundDomain[]
  refused: ReturnType<typeof parseWantedNames>['refused']
  /** No answer has come yet. */
  isLooking: boolean
  /** Some names are still being checked. */
  isStillChecking: boolean
  problem?: string | undefined
}

const nothing: WantedState = { results: [], refused: [], isLooking: false, isStillChecking: false }

/** Looks at several names that someone has in mind, all at once. */
export function useWantedNames(lists: Parameters<typeof parseWantedNames>[1]) {
  const [state, setState] = useState(nothing)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const look = async (text: string): Promise<void> => {
    running.current?.abort()
    const { names, refused, problem } = parseWantedNames(text, lists)
    if (problem) return setState({ ...nothing, problem: problem.message })
    if (names.length === 0) return setState({ ...nothing, refused })
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const show = (change: Partial<WantedState>) => {
      if (!signal.aborted) setState((present) => ({ ...present, ...change }))
    }
    const ask = async () => (await call(previewNames, { body: { domains: names }, signal })).results
    setState({ ...nothing, refused, isLooking: true })
    try {
      const results = await ask()
      show({ results, isLooking: false, isStillChecking: results.some(isChecking) })
      show({ results: await askUntilKnown(results, ask, signal, (present) => show({ results: present })) })
    } catch (error) {
      show({ problem: isTold(error) ? failureText(error) : wantedNamesMessages.failed })
    } finally {
      show({ isLooking: false, isStillChecking: false })
    }
  }
  return {
    ...state,
    look: (text: string) => void look(text),
    forgetProblem: () => setState((present) => ({ ...present, problem: undefined })),
  }
}
