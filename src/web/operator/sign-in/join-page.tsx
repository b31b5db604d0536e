import { useState } from 'react'
import { Navigate } from 'react-router'
import { useSecretOfAddress } from '../../app-shell/secret-of-address.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { operatorPaths } from '../operator-paths.ts'
import { ChoosePasswordStep } from './choose-password-step.tsx'
import { SecondSteps } from './second-steps.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useSignInSteps } from './use-sign-in-steps.ts'

/** Where the link of an invitation leads; its secret stands behind `#`, and leaves the address at once. */
export function JoinPage() {
  const token = useSecretOfAddress()
  if (token === '') return <NoInvitation />
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

const NoInvitation = () => (
  <SignInFrame
    title="Join by invitation"
    about="This page is opened by the link in the mail that invited you. If you have chosen your password already, sign in with it; if not, open the link again, or ask a colleague for a new invitation."
  >
    <ButtonLink to={operatorPaths.signIn} className="mt-6 self-start">
      Go to the sign-in page
    </ButtonLink>
  </SignInFrame>
)

export { JoinPage as Component }
