import { type FormEvent, useState } from 'react'
import { mailboxesCsvMessages } from '#features/orders/rules/mailboxes-csv-messages.ts'
import { ApiError } from '../api.ts'
import { Field } from '../field.tsx'
import { PasswordInput } from '../password-input.tsx'
import { quietWhenRefused } from '../query-client.ts'
import { useAction } from '../use-action.ts'

interface Asking<Given> {
  /** Why it is not asked for now, in a sentence; nothing is sent then. */
  refuse?: () => string | undefined
  /** The call that the password is for. */
  send: (password: string) => Promise<Given>
  onGiven: (given: Given) => void
}

export interface OwnPassword {
  password: string
  problem: string | undefined
  isSending: boolean
  change: (password: string) => void
  submit: (event: FormEvent) => void
}

/** A call that the account's own password is entered for. Why it was refused stands at the field. */
export function useOwnPassword<Given>({ refuse, send, onGiven }: Asking<Given>): OwnPassword {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const sending = useAction({
    mutationFn: () => send(password),
    meta: quietWhenRefused,
    isDone: () => true,
    onSuccess: onGiven,
    onError: (error) => {
      if (error instanceof ApiError) setProblem(error.fields.password ?? error.message)
    },
  })
  return {
    password,
    problem,
    isSending: sending.isPending,
    change(entered) {
      setPassword(entered)
      setProblem(undefined)
    },
    submit(event) {
      event.preventDefault()
      const refusal = refuse?.() ?? (password === '' ? mailboxesCsvMessages.noPassword : undefined)
      if (refusal) setProblem(refusal)
      else sending.mutate()
    },
  }
}

/** Where it is entered; `hint` says what it is asked for. */
export function OwnPasswordField({ asked, hint }: { asked: OwnPassword; hint: string }) {
  return (
    <Field label="Your password" hint={hint} error={asked.problem}>
      <PasswordInput
        autoComplete="current-password"
        value={asked.password}
        onChange={({ target }) => asked.change(target.value)}
      />
    </Field>
  )
}
