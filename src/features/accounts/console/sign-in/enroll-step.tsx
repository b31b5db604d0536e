import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { staffEnroll, staffEnrolled } from '#features/staff/api/staff.ts'
import { beginStaffEnrollPasskey, staffEnrolledPasskey } from '#features/staff/api/staff-factors.ts'
import { codeBody } from '#features/staff/rules/staff.ts'
import { Alert } from '#ui/alert.tsx'
import { ApiError, call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { failureText } from '#ui/frame/failure-text.ts'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { factorKinds } from '../../rules/passkeys.ts'
import { CodeField } from '../../web/second-factor/code-field.tsx'
import { NewPasskeyForm } from '../../web/second-factor/new-passkey-form.tsx'
import { canHavePasskeys } from '../../web/second-factor/passkeys.ts'
import { SecretToScan } from '../../web/second-factor/secret-to-scan.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import type { SignInSteps } from './use-sign-in-steps.ts'

/** A second factor for somebody who has none: an authenticator app, or a passkey. */
export function EnrollStep({ steps }: { steps: SignInSteps }) {
  const [isPasskey, setPasskey] = useState(false)
  const other = canHavePasskeys() && (
    <button
      type="button"
      onClick={() => setPasskey(!isPasskey)}
      className="link mt-4 self-start text-secondary"
    >
      {isPasskey ? 'Use an authenticator app instead' : 'Use a passkey instead'}
    </button>
  )
  return isPasskey ? (
    <EnrollPasskey steps={steps}>{other}</EnrollPasskey>
  ) : (
    <EnrollApp steps={steps}>{other}</EnrollApp>
  )
}

/** An authenticator app learns a secret, and shows its first code. */
function EnrollApp({ steps, children }: { steps: SignInSteps; children: ReactNode }) {
  // Each call makes another secret: it is asked for once, and forgotten with the step.
  const { data, error, refetch } = useQuery({
    queryKey: ['staff-enroll'],
    queryFn: () => call(staffEnroll, { body: {} }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  })
  const { isOver, begin } = steps
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    // Set up meanwhile, in another tab.
    if (error instanceof ApiError && error.status === 409) begin('code', factorKinds)
    else isOver(error)
  }, [error])
  return (
    <SignInFrame
      title="Set up your second factor"
      about="Scan this with an authenticator app on your phone, or enter the key there by hand."
    >
      {error ? (
        <Alert
          className="mt-6"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {failureText(error)}
        </Alert>
      ) : data ? (
        <SecretToScan {...data} />
      ) : (
        <Skeleton className="mt-6 h-40 w-full" />
      )}
      <FirstCode steps={steps} />
      {children}
    </SignInFrame>
  )
}

function FirstCode({ steps }: { steps: SignInSteps }) {
  const enrolling = useStaffAction({
    mutationFn: (body: { code: string }) => call(staffEnrolled, { body }),
    hasForm: true,
    onSuccess: ({ staff, recoveryCodes }) => steps.showCodes(staff, recoveryCodes),
    onError: steps.isOver,
  })
  const { formRef, problems, isSending, field, onSubmit } = useFields({
    initial: { code: '' },
    schema: codeBody,
    send: enrolling.mutateAsync,
  })
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="mt-6 flex flex-col gap-3"
    >
      <CodeField {...field('code')} autoFocus error={problems.code ?? problems.form} />
      <Button type="submit" variant="primary" loading={isSending} className="mt-1 w-full">
        Continue
      </Button>
    </form>
  )
}

function EnrollPasskey({ steps, children }: { steps: SignInSteps; children: ReactNode }) {
  return (
    <SignInFrame
      title="Set up your second factor"
      about="Your browser makes a passkey on this device, on your phone or on a security key."
    >
      <div className="mt-6">
        <NewPasskeyForm
          wantsPassword={false}
          begin={() => call(beginStaffEnrollPasskey, { body: {} })}
          add={(body) =>
            call(staffEnrolledPasskey, { body }).then(({ staff, recoveryCodes }) =>
              steps.showCodes(staff, recoveryCodes),
            )
          }
          onError={steps.isOver}
          submit={(isSending) => (
            <Button type="submit" variant="primary" loading={isSending} className="mt-1 w-full">
              Continue
            </Button>
          )}
        />
      </div>
      {children}
    </SignInFrame>
  )
}
