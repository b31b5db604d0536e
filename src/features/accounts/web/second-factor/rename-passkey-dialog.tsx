import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { isTold } from '#ui/frame/failure-text.ts'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { type Passkey, passkeyNameBody } from '../../rules/passkeys.ts'
import type { FactorCalls } from './factor-calls.ts'

const formId = 'rename-passkey'

/** Another name for a passkey. */
export function RenamePasskeyDialog({
  passkey,
  calls,
  onClose,
}: {
  passkey: Passkey
  calls: FactorCalls
  onClose: () => void
}) {
  const renaming = useAction({
    mutationFn: ({ name }: { name: string }) => calls.renamePasskey(passkey.id, name),
    meta: { quiet: isTold },
    onSuccess: ({ message }) => {
      toast.success(message)
      onClose()
      void calls.lookAgain()
    },
  })
  const { formRef, problems, isSending, field, onSubmit } = useFields({
    initial: { name: passkey.name },
    schema: passkeyNameBody,
    send: renaming.mutateAsync,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rename the passkey"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isSending}>
            Rename
          </Button>
        </>
      }
    >
      <form ref={formRef} id={formId} noValidate onSubmit={(event) => void onSubmit(event)}>
        <Field label="Name" error={problems.name ?? problems.form}>
          <Input {...field('name')} autoComplete="off" autoFocus />
        </Field>
      </form>
    </Dialog>
  )
}
