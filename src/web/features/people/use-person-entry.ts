import { useState } from 'react'
import type { Outcome } from '#shared/text/outcome.ts'
import { isTyped, noName } from './new-person-form.tsx'

/** The person being typed into a `NewPersonForm`, and what is wrong with them. */
export function usePersonEntry() {
  const [typed, setTyped] = useState(noName)
  const [error, setError] = useState<string>()
  return {
    typed,
    isTyped: isTyped(typed),
    setError,
    clear: () => setTyped(noName),
    /** The value of a check, whose problem is shown otherwise. */
    accepted: <Value>(outcome: Outcome<Value>): Value | undefined => {
      setError(outcome.ok ? undefined : outcome.problem.message)
      return outcome.ok ? outcome.value : undefined
    },
    /** What the form takes of it. */
    fields: {
      typed,
      error,
      onType: (next: typeof typed) => {
        setTyped(next)
        setError(undefined)
      },
      onUnavailable: setError,
    },
  }
}
