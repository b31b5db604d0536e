import { useId, useState } from 'react'
import { codeBody, confirmedMinutes } from '#shared/accounts/staff.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { isTold } from '../failure-text.ts'
import { useFields } from '../forms/use-fields.ts'
import { CodeField, CodeSwitch } from '../second-factor/code-field.tsx'
import { settleConfirmation, useConfirmationAsked } from './ask-for-confirmation.ts'

interface Acts {
  confirm: (code: string) => Promise<unknown>
  /** The session has ended meanwhile. */
  onSessionOver?: () => void
}

/** Asks for the second factor once more, over whatever asked for it, which waits and then goes on by itself. */
export function ConfirmItIsYou(acts: Acts) {
  const isAsked = useConfirmationAsked()
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      open={isAsked}
      onOpenChange={() => settleConfirmation(false)}
      above
      title="Confirm it is you"
      description={`Before this is done, show your second factor again. It is then not asked for during ${confirmedMinutes} minutes.`}
      footer={
        <>
          <Button variant="quiet" onClick={() => settleConfirmation(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isBusy}>
            Confirm
          </Button>
        </>
      }
    >
      {isAsked && <ConfirmForm id={formId} onBusy={setBusy} {...acts} />}
    </Dialog>
  )
}

function ConfirmForm({
  id,
  onBusy,
  confirm,
  onSessionOver,
}: Acts & { id: string; onBusy: (isBusy: boolean) => void }) {
  const [isRecovery, setRecovery] = useState(false)
  const confirming = useAction({
    mutationFn: confirm,
    meta: { quiet: isTold },
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: () => settleConfirmation(true),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 401) return
      settleConfirmation(false)
      onSessionOver?.()
    },
  })
  const { formRef, problems, field, onSubmit } = useFields({
    initial: { code: '' },
    schema: codeBody,
    send: ({ code }) => confirming.mutateAsync(code),
  })
  return (
    <form ref={formRef} id={id} noValidate onSubmit={(event) => void onSubmit(event)}>
      <CodeField {...field('code')} isRecovery={isRecovery} error={problems.code ?? problems.form} />
      <CodeSwitch isRecovery={isRecovery} onSwitch={() => setRecovery(!isRecovery)} />
    </form>
  )
}
