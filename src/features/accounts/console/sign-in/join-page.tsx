import { useState } from 'react'
import { Navigate } from 'react-router'
import { staffCheckInvitation, staffJoin } from '#features/staff/api/staff.ts'
import { staffMessages } from '#features/staff/rules/staff.ts'
import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { asTyped } from '#ui/frame/forms/as-typed.ts'
import { firstPasswordForm } from '#ui/frame/forms/chosen-password.ts'
import { NewPasswordFields } from '#ui/frame/forms/new-password-fields.tsx'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { useSecretOfAddress } from '#ui/frame/secret-of-address.ts'
import { SkeletonText } from '#ui/skeleton.tsx'
import { useLinkWorks } from '../../web/forgotten-password/use-link-works.ts'
import { SecondSteps } from './second-steps.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useSignInSteps } from './use-sign-in-steps.ts'

interface ChoosePasswordStepProps {
  token: string
  onNext: (next: 'code' | 'enroll') => void
}

/** The first step of somebody who was invited. */
function ChoosePasswordStep({ token, onNext }: ChoosePasswordStepProps) {
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

/** Where the link of an invitation leads; its secret stands behind `#`, and leaves the address at once. */
export function JoinPage() {
  const token = useSecretOfAddress()
  const works = useLinkWorks((body) => call(staffCheckInvitation, { body }), token)
  if (token === '')
    return (
      <NoInvitation
        title="Join by invitation"
        about="This page is opened by the link in the mail that invited you. If you have chosen your password already, sign in with it; if not, open the link again, or ask a colleague for a new invitation."
      />
    )
  if (works === false)
    return <NoInvitation title="This invitation no longer works" about={staffMessages.invitationOver} />
  if (works === undefined)
    return (
      <SignInFrame title="Join by invitation" about="Checking your invitation…">
        <div role="status" aria-label="Loading" className="mt-6">
          <SkeletonText lines={4} />
        </div>
      </SignInFrame>
    )
  return <Invited key={token} token={token} />
}

function Invited({ token }: { token: string }) {
  const steps = useSignInSteps()
  const [isChosen, setChosen] = useState(false)
  const { name } = steps.step
  if (name !== 'first') return <SecondSteps steps={steps} />
  if (!isChosen)
    return (
      <ChoosePasswordStep
        token={token}
        onNext={(next) => {
          setChosen(true)
          steps.begin(next, [])
        }}
      />
    )
  // Done, or ended on the way: by then there is a password, and signing in goes on from there.
  return (
    <Navigate
      to={steps.notice ? operatorPaths.signIn : operatorPaths.home}
      replace
      state={steps.notice && { notice: steps.notice }}
    />
  )
}

const NoInvitation = (said: { title: string; about: string }) => (
  <SignInFrame {...said}>
    <ButtonLink to={operatorPaths.signIn} className="mt-6 self-start">
      Go to the sign-in page
    </ButtonLink>
  </SignInFrame>
)

export { JoinPage as Component }
