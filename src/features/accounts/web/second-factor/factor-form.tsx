import { type FormEvent, type ReactNode, useState } from 'react'
import { codeBody } from '#features/staff/rules/staff.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { failureText, isTold } from '#ui/frame/failure-text.ts'
import { isUnconfirmed } from '#ui/frame/forms/unconfirmed.ts'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { useAction } from '#ui/use-action.ts'
import type { FactorKind, PasskeyToShow, ShownPasskey } from '../../rules/passkeys.ts'
import { CodeField } from './code-field.tsx'
import { canHavePasskeys, showPasskey } from './passkeys.ts'

/** A form without fields: sends, and keeps what went wrong in words until it is sent again. */
function usePress(send: () => Promise<unknown>) {
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

/** The calls by which a second factor is shown, of a customer or of staff. */
export interface FactorActs {
  byCode: (code: string) => Promise<unknown>
  askPasskey: () => Promise<PasskeyToShow>
  byPasskey: (passkey: ShownPasskey) => Promise<unknown>
}

interface FactorFormProps {
  acts: FactorActs
  /** Which ones there are; a recovery code is one always. */
  factors: readonly FactorKind[]
  /** For a button that stands elsewhere. */
  id?: string
  onBusy?: (isBusy: boolean) => void
  onError?: (error: Error) => void
  /** The button, where it stands in the form. */
  submit?: (isSending: boolean) => ReactNode
}

const ways = { passkey: 'your passkey', code: 'your authenticator app', recovery: 'a recovery code' } as const
type Way = keyof typeof ways

/** Shows a second factor: the quickest one that there is first, the others one press away. */
export function FactorForm({ factors, ...form }: FactorFormProps) {
  const possible: Way[] = [
    ...(factors.includes('passkey') && canHavePasskeys() ? (['passkey'] as const) : []),
    ...(factors.includes('code') ? (['code'] as const) : []),
    'recovery',
  ]
  const [chosen, setChosen] = useState<Way>()
  const way = chosen ?? possible[0] ?? 'recovery'
  return (
    <div className="flex flex-col gap-3">
      {way === 'passkey' ? (
        <ByPasskey {...form} />
      ) : (
        <ByCode key={way} isRecovery={way === 'recovery'} {...form} />
      )}
      {possible
        .filter((other) => other !== way)
        .map((other) => (
          <button
            key={other}
            type="button"
            onClick={() => setChosen(other)}
            className="link self-start text-secondary"
          >
            Use {ways[other]}
          </button>
        ))}
    </div>
  )
}

type WayProps = Omit<FactorFormProps, 'factors'>

function ByCode({ acts, id, isRecovery, onBusy, onError, submit }: WayProps & { isRecovery: boolean }) {
  const showing = useAction({
    mutationFn: ({ code }: { code: string }) => acts.byCode(code),
    meta: { quiet: isTold },
    onMutate: () => onBusy?.(true),
    onSettled: () => onBusy?.(false),
    onError,
  })
  const { formRef, problems, isSending, field, onSubmit } = useFields({
    initial: { code: '' },
    schema: codeBody,
    send: showing.mutateAsync,
  })
  return (
    <form
      ref={formRef}
      id={id}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="flex flex-col gap-3"
    >
      <CodeField
        {...field('code')}
        autoFocus
        isRecovery={isRecovery}
        error={problems.code ?? problems.form}
      />
      {submit?.(isSending)}
    </form>
  )
}

function ByPasskey({ acts, id, onBusy, onError }: WayProps) {
  const showing = useAction({
    mutationFn: async () => acts.byPasskey(await showPasskey(await acts.askPasskey())),
    meta: { quiet: isTold },
    onMutate: () => onBusy?.(true),
    onSettled: () => onBusy?.(false),
    onError,
  })
  const { problem, onSubmit } = usePress(showing.mutateAsync)
  return (
    <form id={id} onSubmit={onSubmit} className="flex flex-col gap-3">
      {problem && <Alert>{problem}</Alert>}
      <p className="text-muted text-secondary">
        Your browser asks for it: by a fingerprint, your face, a PIN or a security key.
      </p>
      <Button
        type="submit"
        variant={id ? 'secondary' : 'primary'}
        autoFocus
        loading={showing.isPending}
        className={id ? 'self-start' : 'w-full'}
      >
        Use your passkey
      </Button>
    </form>
  )
}
