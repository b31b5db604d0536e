import { useState } from 'react'
import * as z from 'zod/mini'
import type { Outcome } from '#base/text/outcome.ts'
import { createEntries } from '#ui/frame/kept-entries.ts'
import type { PersonName } from '../rules/person-name.ts'
import { isTyped, noName } from './new-person-form.tsx'

/** Typed and not added yet. */
const useTypedPerson = createEntries('person', z.object({ firstName: z.string(), lastName: z.string() }))

/** One that outlasts the form. */
export function useKeptPersonEntry(form: string) {
  const [typed = noName, change] = useTypedPerson(form)
  return usePersonEntry(typed, (next) => change(() => (isTyped(next) ? next : undefined)))
}

/** The person being typed into the `NewPersonForm` and what is wrong with them. */
export function usePersonEntry(typed: PersonName, setTyped: (next: PersonName) => void) {
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
      onType: (next: PersonName) => {
        setTyped(next)
        setError(undefined)
      },
      onUnavailable: setError,
    },
  }
}
