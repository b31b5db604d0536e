import { type FormEvent, useState } from 'react'
import { failureText, isTold } from '#ui/frame/failure-text.ts'
import { isUnconfirmed } from '#ui/frame/forms/unconfirmed.ts'

/** A form without fields: sends, and keeps what went wrong in words until it is sent again. */
export function usePress(send: () => Promise<unknown>) {
  const [problem, setProblem] = useState<string>()
  return {
    problem,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      setProblem(undefined)
      send().catch((error: unknown) => {
        if (isTold(error) && !isUnconfirmed(error)) setProblem(failureText(error))
      })
    },
  }
}
