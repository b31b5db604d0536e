import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { Alert } from '#ui/alert.tsx'
import { Field } from '#ui/field.tsx'
import { isTold } from '#ui/frame/failure-text.ts'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useAction } from '#ui/use-action.ts'
import { beginFactorBody } from '../../rules/own-second-factor.ts'
import { type MadePasskey, type PasskeyToMake, passkeyNameBody } from '../../rules/passkeys.ts'
import { makePasskey } from './passkeys.ts'

/** The calls by which a passkey is added. */
export interface NewPasskeyActs {
  begin: (password: string) => Promise<PasskeyToMake>
  add: (made: { name: string; passkey: MadePasskey }) => Promise<unknown>
}

interface NewPasskeyFormProps extends NewPasskeyActs {
  wantsPassword: boolean
  id?: string
  onBusy?: (isBusy: boolean) => void
  onError?: (error: Error) => void
  /** The button, where it stands in the form. */
  submit?: (isSending: boolean) => ReactNode
}

const withPassword = z.strictObject({ ...passkeyNameBody.shape, ...beginFactorBody.shape })
const withoutPassword = z.strictObject({ ...passkeyNameBody.shape, password: z.string() })

/** A name, and the password where it is wanted; then the browser makes the passkey. */
export function NewPasskeyForm({ begin, add, wantsPassword, ...form }: NewPasskeyFormProps) {
  const adding = useAction({
    mutationFn: async ({ name, password }: { name: string; password: string }) =>
      add({ name, passkey: await makePasskey(await begin(password)) }),
    meta: { quiet: isTold },
    onMutate: () => form.onBusy?.(true),
    onSettled: () => form.onBusy?.(false),
    onError: form.onError,
  })
  const { formRef, problems, isSending, field, onSubmit } = useFields({
    initial: { name: '', password: '' },
    schema: wantsPassword ? withPassword : withoutPassword,
    send: adding.mutateAsync,
  })
  return (
    <form
      ref={formRef}
      id={form.id}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="flex flex-col gap-3"
    >
      {problems.form && <Alert>{problems.form}</Alert>}
      <Field label="Name" hint="So that you know it again, such as “Work laptop”." error={problems.name}>
        <Input {...field('name')} autoComplete="off" autoFocus />
      </Field>
      {wantsPassword && (
        <Field label="Your password" error={problems.password}>
          <PasswordInput {...field('password')} autoComplete="current-password" />
        </Field>
      )}
      {form.submit?.(isSending)}
    </form>
  )
}
