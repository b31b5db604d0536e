import { useState } from 'react'
import { codeBody, signInStepMinutes } from '#shared/accounts/staff.ts'
import { staffCode } from '#shared/api/staff.ts'
import { call } from '../../api.ts'
import { useFields } from '../../app-shell/forms/use-fields.ts'
import { CodeField, CodeSwitch } from '../../app-shell/second-factor/code-field.tsx'
import { Button } from '../../ui/button.tsx'
import { useStaffAction } from '../use-staff-action.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import type { SignInSteps } from './use-sign-in-steps.ts'

/** The second factor of somebody who has one. */
export function CodeStep({ steps }: { steps: SignInSteps }) {
  const [isRecovery, setRecovery] = useState(false)
  const showing = useStaffAction({
    mutationFn: (body: { code: string }) => call(staffCode, { body }),
    hasForm: true,
    onSuccess: ({ staff, recoveryCodesLeft }) => steps.finishWithCode(staff, recoveryCodesLeft),
    onError: steps.isOver,
  })
  const { formRef, problems, isSending, field, onSubmit } = useFields({
    initial: { code: '' },
    schema: codeBody,
    send: showing.mutateAsync,
  })
  return (
    <SignInFrame
      title="Your second factor"
      about={`The password was right. There are ${signInStepMinutes} minutes for this step.`}
    >
      <form
        ref={formRef}
        noValidate
        onSubmit={(event) => void onSubmit(event)}
        className="mt-6 flex flex-col gap-3"
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
    </SignInFrame>
  )
}
