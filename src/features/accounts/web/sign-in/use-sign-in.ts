import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '#ui/api.ts'
import { signIn } from '#ui/frame/session.ts'
import { report } from '#ui/query-client.ts'
import type { FactorKind } from '../../rules/passkeys.ts'

type FieldName = 'email' | 'password'
type FieldErrors = Partial<Record<FieldName, string>>

/** The rules arrive after the form, which can be filled in meanwhile; without them the server judges alone. */
const loadRules = () => import('./sign-in-rules.ts').catch(() => undefined)

/**
 * Checks what was entered and signs in. Once a press of the button has found errors, each field is checked again as
 * it changes; what the server said stays until something is changed.
 */
export function useSignIn(onAskedForFactor: (factors: FactorKind[]) => void) {
  const formRef = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState<string>()
  const [isPending, setPending] = useState(false)
  const wasSubmitted = useRef(false)
  /** From the press on: a second one comes before anything has been drawn again, and would cost another try. */
  const isUnderWay = useRef(false)

  const entered = () => {
    const form = new FormData(formRef.current ?? undefined)
    return { email: String(form.get('email') ?? ''), password: String(form.get('password') ?? '') }
  }

  const onChange = async (field: FieldName) => {
    setRefusal(undefined)
    if (!wasSubmitted.current) return
    const rules = await loadRules()
    setErrors((previous) => ({ ...previous, [field]: rules?.problemsOf(entered())[field] }))
  }

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await checkAndSubmit()
    } finally {
      isUnderWay.current = false
    }
  }

  const checkAndSubmit = async () => {
    wasSubmitted.current = true
    const rules = await loadRules()
    const problems = rules?.problemsOf(entered()) ?? {}
    setErrors(problems)
    const firstWrong = problems.email ? 'email' : problems.password ? 'password' : undefined
    if (firstWrong) formRef.current?.querySelector<HTMLInputElement>(`[name=${firstWrong}]`)?.focus()
    else await submit()
  }

  const submit = async () => {
    setRefusal(undefined)
    setPending(true)
    try {
      const factors = await signIn(entered())
      if (factors) onAskedForFactor(factors)
    } catch (error) {
      if (error instanceof ApiError) setRefusal(error.message)
      else report(error)
    } finally {
      setPending(false)
    }
  }

  return { formRef, errors, refusal, isPending, loadRules, onChange, onSubmit }
}
