import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { ApiError, NetworkError } from '../../api.ts'
import { DeviceError } from '../../device-error.ts'
import { failureText } from '../failure-text.ts'
import { isUnconfirmed } from './unconfirmed.ts'

export type Values = Record<string, string>
/** What is wrong with which entry. */
export type Problems<V> = Partial<Record<keyof V | typeof formProblem, string>>

/** The key of what is said of the form as a whole. */
export const formProblem = 'form'

export interface CheckedFieldsOptions<V extends Values> {
  initial: V
  check: (values: V) => Problems<V>
  /** Sends the entries, which are as they have to be. */
  send: (values: V) => Promise<unknown>
}

/**
 * A form of a few text fields: checked when it is sent, then again with every change; what the server refuses stands
 * beside its field, or is `problems.form`. It is sent once however often Enter is pressed.
 */
export function useCheckedFields<V extends Values>({ initial, check, send }: CheckedFieldsOptions<V>) {
  const formRef = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problems<V>>({})
  const [wasSent, setWasSent] = useState(false)
  const [isSending, setSending] = useState(false)
  const isUnderWay = useRef(false)

  const change = (next: V) => {
    setValues(next)
    setProblems(wasSent ? check(next) : {})
  }
  const show = (found: Problems<V>) => {
    setProblems(found)
    const first = Object.keys(initial).find((name) => found[name])
    // Once what is wrong has been marked: the reader of a screen then reads it with the field.
    if (first) formRef.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const submit = async () => {
    setWasSent(true)
    const found = check(values)
    show(found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    await send(values).catch((error: unknown) => show(refusalOf<V>(error, initial)))
    setSending(false)
  }
  return {
    formRef,
    values,
    problems,
    isSending,
    /** What a text field needs. */
    field: (name: keyof V & string) => ({
      name,
      value: values[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ ...values, [name]: target.value }),
    }),
    set: (name: keyof V & string, value: string) => change({ ...values, [name]: value }),
    onSubmit: async (event: FormEvent) => {
      event.preventDefault()
      if (isUnderWay.current) return
      isUnderWay.current = true
      await submit()
      isUnderWay.current = false
    },
  }
}

/** What a failed call says of the entries, or why no answer came. */
function refusalOf<V extends Values>(error: unknown, initial: V): Problems<V> {
  if (isUnconfirmed(error)) return {}
  if (error instanceof NetworkError || error instanceof DeviceError)
    return { [formProblem]: failureText(error) } as Problems<V>
  if (!(error instanceof ApiError)) return {}
  const named = Object.entries(error.fields).filter(([name]) => name in initial)
  return (named.length > 0 ? Object.fromEntries(named) : { [formProblem]: error.message }) as Problems<V>
}
