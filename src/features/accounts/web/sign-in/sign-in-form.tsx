import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import type { FactorKind } from '../../rules/passkeys.ts'
import { useSignIn } from './use-sign-in.ts'

/** Built on plain inputs, which every password manager knows. */
export function SignInForm({ onAskedForFactor }: { onAskedForFactor: (factors: FactorKind[]) => void }) {
  const { formRef, errors, refusal, isPending, loadRules, onChange, onSubmit } = useSignIn(onAskedForFactor)
  const [isCapsLockOn, setCapsLock] = useState(false)
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
