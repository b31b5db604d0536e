import { useId, useState } from 'react'
import { codeBody, confirmedMinutes } from '#shared/accounts/staff.ts'
import { staffConfirm } from '#shared/api/staff.ts'
import { ApiError, call } from '../../api.ts'
import { useFields } from '../../app-shell/forms/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CodeField, CodeSwitch } from '../code-field.tsx'
import { sessionOver } from '../staff-session.ts'
import { useStaffAction } from '../use-staff-action.ts'
import { settleConfirmation, useConfirmationAsked } from './ask-for-confirmation.ts'

/** Asks for the second factor once more, over whatever asked for it, which waits and then goes on by itself. */
export function ConfirmItIsYou() {
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
      {isAsked && <ConfirmForm id={formId} onBusy={setBusy} />}
    </Dialog>
  )
}

function ConfirmForm({ id, onBusy }: { id: string; onBusy: (isBusy: boolean) => void }) {
  const [isRecovery, setRecovery] = useState(false)
  const confirming = useStaffAction({
    mutationFn: (code: string) => call(staffConfirm, { body: { code } }),
    hasForm: true,
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: () => settleConfirmation(true),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 401) return
      settleConfirmation(false)
      sessionOver()
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
