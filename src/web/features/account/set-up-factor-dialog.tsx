import { useState } from 'react'
import { beginFactorBody } from '#shared/accounts/own-second-factor.ts'
import { codeBody } from '#shared/accounts/staff.ts'
import { beginOwnFactor, confirmOwnFactor } from '#shared/api/account.ts'
import { call } from '../../api.ts'
import { isTold } from '../../app-shell/failure-text.ts'
import { useFields } from '../../app-shell/forms/use-fields.ts'
import { CodeField } from '../../app-shell/second-factor/code-field.tsx'
import { SecretToScan } from '../../app-shell/second-factor/secret-to-scan.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useAction } from '../../ui/use-action.ts'

const formId = 'set-up-factor'

/** The password, then the secret to scan and its first code. `onDone` gets the recovery codes. */
export function SetUpFactorDialog({
  onClose,
  onDone,
}: {
  onClose: () => void
  onDone: (recoveryCodes: string[]) => void
}) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set up a second factor"
      description={
        begun
          ? 'Scan this with an authenticator app on your phone, or enter the key there by hand.'
          : 'First your password, so that nobody does it for you at a browser that you left open.'
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
          <FirstCode onDone={onDone} />
        </>
      ) : (
        <OwnPassword onBegun={setBegun} />
      )}
    </Dialog>
  )
}

function OwnPassword({ onBegun }: { onBegun: (begun: { secret: string; uri: string }) => void }) {
  const beginning = useAction({
    mutationFn: (body: { password: string }) => call(beginOwnFactor, { body }),
    meta: { quiet: isTold },
    onSuccess: onBegun,
  })
  const { formRef, problems, field, onSubmit } = useFields({
    initial: { password: '' },
    schema: beginFactorBody,
    send: beginning.mutateAsync,
  })
  return (
    <form ref={formRef} id={formId} noValidate onSubmit={(event) => void onSubmit(event)}>
      <Field label="Your password" error={problems.password ?? problems.form}>
        <PasswordInput {...field('password')} autoComplete="current-password" autoFocus />
      </Field>
    </form>
  )
}

function FirstCode({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const confirming = useAction({
    mutationFn: (body: { code: string }) => call(confirmOwnFactor, { body }),
    meta: { quiet: isTold },
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
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
