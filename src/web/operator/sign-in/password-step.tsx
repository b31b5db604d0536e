import { Link } from 'react-router'
import { signInBody } from '#shared/accounts/sign-in.ts'
import { staffSignIn } from '#shared/api/staff.ts'
import { call } from '../../api.ts'
import { forgottenTexts } from '../../app-shell/forgotten-password/forgotten-texts.ts'
import { useFields } from '../../app-shell/forms/use-fields.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { operatorPaths } from '../operator-paths.ts'
import { useStaffAction } from '../use-staff-action.ts'
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
