import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../api.ts'
import { signIn } from '../../app-shell/session.ts'
import { report } from '../../query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

type FieldName = 'email' | 'password'
type FieldErrors = Partial<Record<FieldName, string>>

/** The rules arrive after the form, which can be filled in meanwhile; without them the server judges alone. */
const loadRules = () => import('./sign-in-rules.ts').catch(() => undefined)

/**
 * Built on plain inputs, which every password manager knows. Once a press of the button has found errors,
 * each field is checked again as it changes; what the server said stays until something is changed.
 */
export function SignInForm() {
  const formRef = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isCapsLockOn, setCapsLock] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [isPending, setPending] = useState(false)
  const wasSubmitted = useRef(false)
  /** From the press on: a second one comes before anything has been drawn anew, and would cost another try. */
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
      await signIn(entered())
    } catch (error) {
      if (error instanceof ApiError) setRefusal(error.message)
      else report(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      onFocus={() => void loadRules()}
      className="mt-8 flex flex-col gap-3"
    >
      <Field label="Email" error={errors.email}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          onChange={() => void onChange('email')}
        />
      </Field>
      <Field
        label="Password"
        error={errors.password ?? refusal}
        hint={isCapsLockOn ? 'Caps Lock is on.' : undefined}
      >
        <PasswordInput
          name="password"
          autoComplete="current-password"
          onCapsLock={setCapsLock}
          onBlur={() => setCapsLock(false)}
          onChange={() => void onChange('password')}
        />
      </Field>
      <Button type="submit" variant="primary" loading={isPending} className="mt-1 w-full">
        Sign in
      </Button>
    </form>
  )
}
