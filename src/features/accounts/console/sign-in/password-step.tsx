import { Link } from 'react-router'
import { staffSignIn } from '#features/staff/api/staff.ts'
import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { signInBody } from '../../rules/sign-in.ts'
import { forgottenTexts } from '../../web/forgotten-password/forgotten-texts.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import type { SignInSteps } from './use-sign-in-steps.ts'

/** Address and password of a member of staff. */
export function PasswordStep({ steps }: { steps: SignInSteps }) {
  const signingIn = useStaffAction({
    mutationFn: (body: { email: string; password: string }) => call(staffSignIn, { body }),
    hasForm: true,
    onSuccess: ({ next, factors }) => steps.begin(next, factors),
  })
  const { formRef, problems, isSending, field, onSubmit } = useFields({
    initial: { email: '', password: '' },
    schema: signInBody,
    send: signingIn.mutateAsync,
  })
  return (
    <SignInFrame title="Sign in" about="For the staff of this installation.">
      {steps.notice && (
        <Alert tone="warning" className="mt-4">
          {steps.notice}
        </Alert>
      )}
      <form
        ref={formRef}
        noValidate
        onSubmit={(event) => void onSubmit(event)}
        className="mt-6 flex flex-col gap-3"
      >
        <Field label="Email" error={problems.email}>
          <Input
            {...field('email')}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        </Field>
        <Field label="Password" error={problems.password ?? problems.form}>
          <PasswordInput {...field('password')} autoComplete="current-password" />
        </Field>
        <Button type="submit" variant="primary" loading={isSending} className="mt-1 w-full">
          Continue
        </Button>
      </form>
      <p className="mt-4 text-secondary">
        <Link to={operatorPaths.forgot} className="link">
          {forgottenTexts.forgotTitle}
        </Link>
      </p>
    </SignInFrame>
  )
}
