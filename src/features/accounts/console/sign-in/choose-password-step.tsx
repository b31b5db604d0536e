import { staffJoin } from '#features/staff/api/staff.ts'
import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { asTyped } from '#ui/frame/forms/as-typed.ts'
import { firstPasswordForm } from '#ui/frame/forms/chosen-password.ts'
import { NewPasswordFields } from '#ui/frame/forms/new-password-fields.tsx'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { SignInFrame } from './sign-in-frame.tsx'

interface ChoosePasswordStepProps {
  token: string
  onNext: (next: 'code' | 'enroll') => void
}

/** The first step of somebody who was invited. */
export function ChoosePasswordStep({ token, onNext }: ChoosePasswordStepProps) {
  const joining = useStaffAction({
    mutationFn: (password: string) => call(staffJoin, { body: { token, password } }),
    hasForm: true,
    onSuccess: ({ next }) => onNext(next),
  })
  const { formRef, problems, isSending, field, onSubmit } = useFields({
    initial: { newPassword: '', repeated: '' },
    schema: firstPasswordForm,
    send: ({ newPassword }) => joining.mutateAsync(newPassword).catch(asTyped),
  })
  return (
    <SignInFrame
      title="Welcome to the console"
      about="Choose a password of your own. Your second factor is set up next."
    >
      <form
        ref={formRef}
        noValidate
        onSubmit={(event) => void onSubmit(event)}
        className="mt-6 flex flex-col gap-3"
      >
        {problems.form && <Alert>{problems.form}</Alert>}
        <NewPasswordFields problems={problems} field={field} autoFocus />
        <Button type="submit" variant="primary" loading={isSending} className="mt-1 w-full">
          Continue
        </Button>
      </form>
    </SignInFrame>
  )
}
