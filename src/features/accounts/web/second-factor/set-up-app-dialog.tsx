import { useState } from 'react'
import * as z from 'zod/mini'
import { codeBody } from '#features/staff/rules/staff.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { isTold } from '#ui/frame/failure-text.ts'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { PasswordInput } from '#ui/password-input.tsx'
import { useAction } from '#ui/use-action.ts'
import { beginFactorBody } from '../../rules/own-second-factor.ts'
import { CodeField } from './code-field.tsx'
import type { FactorCalls } from './factor-calls.ts'
import { SecretToScan } from './secret-to-scan.tsx'

const formId = 'set-up-factor'
const nothingWanted = z.object({})

interface SetUpAppDialogProps {
  calls: FactorCalls
  onClose: () => void
  onDone: (added: { recoveryCodes: string[] }) => void
}

/** The password where it is wanted, then the secret to scan and its first code. */
export function SetUpAppDialog({ calls, onClose, onDone }: SetUpAppDialogProps) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set up an authenticator app"
      description={
        begun
          ? 'Scan this with an authenticator app on your phone, or enter the key there by hand.'
          : calls.wantsPassword
            ? 'First your password, so that nobody does it for you at a browser that you left open.'
            : 'Have it at hand: it scans a picture, and shows a code.'
      }
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary">
            {begun ? 'Turn it on' : 'Continue'}
          </Button>
        </>
      }
    >
      {begun ? (
        <>
          <SecretToScan {...begun} />
          <FirstCode calls={calls} onDone={onDone} />
        </>
      ) : (
        <Begin calls={calls} onBegun={setBegun} />
      )}
    </Dialog>
  )
}

interface BeginProps {
  calls: FactorCalls
  onBegun: (begun: { secret: string; uri: string }) => void
}

function Begin({ calls, onBegun }: BeginProps) {
  const beginning = useAction({
    mutationFn: ({ password }: { password: string }) => calls.beginApp(password),
    meta: { quiet: isTold },
    onSuccess: onBegun,
  })
  const { formRef, problems, field, onSubmit } = useFields({
    initial: { password: '' },
    schema: calls.wantsPassword ? beginFactorBody : nothingWanted,
    send: beginning.mutateAsync,
  })
  return (
    <form ref={formRef} id={formId} noValidate onSubmit={(event) => void onSubmit(event)}>
      {calls.wantsPassword ? (
        <Field label="Your password" error={problems.password ?? problems.form}>
          <PasswordInput {...field('password')} autoComplete="current-password" autoFocus />
        </Field>
      ) : (
        problems.form && <Alert>{problems.form}</Alert>
      )}
    </form>
  )
}

function FirstCode({ calls, onDone }: Pick<SetUpAppDialogProps, 'calls' | 'onDone'>) {
  const confirming = useAction({
    mutationFn: ({ code }: { code: string }) => calls.addApp(code),
    meta: { quiet: isTold },
    onSuccess: onDone,
  })
  const { formRef, problems, field, onSubmit } = useFields({
    initial: { code: '' },
    schema: codeBody,
    send: confirming.mutateAsync,
  })
  return (
    <form ref={formRef} id={formId} noValidate onSubmit={(event) => void onSubmit(event)} className="mt-5">
      <CodeField {...field('code')} autoFocus error={problems.code ?? problems.form} />
    </form>
  )
}
