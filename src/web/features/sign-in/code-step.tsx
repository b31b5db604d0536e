import { useState } from 'react'
import { codeBody, signInStepMinutes } from '#shared/accounts/staff.ts'
import { loginCode } from '#shared/api/auth.ts'
import { ApiError, call } from '../../api.ts'
import { isTold } from '../../app-shell/failure-text.ts'
import { useFields } from '../../app-shell/forms/use-fields.ts'
import { CodeField, CodeSwitch } from '../../app-shell/second-factor/code-field.tsx'
import { arrive } from '../../app-shell/session.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'

/** So few recovery codes are left that it is said. */
const fewCodes = 3

/** The second factor of a customer who has one; `onOver` is called where the way in begins again. */
export default function CodeStep({ onOver }: { onOver: () => void }) {
  const [isRecovery, setRecovery] = useState(false)
  const showing = useAction({
    mutationFn: (body: { code: string }) => call(loginCode, { body }),
    meta: { quiet: isTold },
    onSuccess: ({ user, recoveryCodesLeft }) => {
      arrive(user)
      if (recoveryCodesLeft <= fewCodes)
        toast.warning(`Recovery codes left: ${recoveryCodesLeft}. Make new ones under Account.`)
    },
    onError: (error) => {
      if (error instanceof ApiError && (error.status === 401 || error.status === 429)) {
        toast.error(error.message)
        onOver()
      }
    },
  })
  const { formRef, problems, isSending, field, onSubmit } = useFields({
    initial: { code: '' },
    schema: codeBody,
    send: showing.mutateAsync,
  })
  return (
    <>
      <h1 className="text-page-title">Your second factor</h1>
      <p className="mt-1 text-muted">
        The password was right. There are {signInStepMinutes} minutes for this step.
      </p>
      <form
        ref={formRef}
        noValidate
        onSubmit={(event) => void onSubmit(event)}
        className="mt-8 flex flex-col gap-3"
      >
        <CodeField
          {...field('code')}
          autoFocus
          isRecovery={isRecovery}
          error={problems.code ?? problems.form}
        />
        <Button type="submit" variant="primary" loading={isSending} className="mt-1 w-full">
          Sign in
        </Button>
        <CodeSwitch isRecovery={isRecovery} onSwitch={() => setRecovery(!isRecovery)} />
      </form>
    </>
  )
}
