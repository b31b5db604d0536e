import { useState } from 'react'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { staffCode } from '#features/staff/api/staff.ts'
import { beginStaffSignInPasskey, staffSignInPasskey } from '#features/staff/api/staff-factors.ts'
import { signInStepMinutes } from '#features/staff/rules/staff.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import type { FactorKind, ShownPasskey } from '../../rules/passkeys.ts'
import { FactorForm } from '../../web/second-factor/factor-form.tsx'
import { aboutRecoveryCodes, notStoredYet, RecoveryCodes } from '../../web/second-factor/recovery-codes.tsx'
import { EnrollStep } from './enroll-step.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import type { SignInSteps } from './use-sign-in-steps.ts'

/** The second factor of somebody who has one. */
function CodeStep({ steps, factors }: { steps: SignInSteps; factors: readonly FactorKind[] }) {
  const enter = ({ staff, recoveryCodesLeft }: ResponseOf<typeof staffCode>) =>
    steps.finishWithCode(staff, recoveryCodesLeft)
  return (
    <SignInFrame
      title="Your second factor"
      about={`The password was right. There are ${signInStepMinutes} minutes for this step.`}
    >
      <div className="mt-6">
        <FactorForm
          factors={factors}
          acts={{
            byCode: (code) => call(staffCode, { body: { code } }).then(enter),
            askPasskey: () => call(beginStaffSignInPasskey, { body: {} }),
            byPasskey: (passkey: ShownPasskey) => call(staffSignInPasskey, { body: { passkey } }).then(enter),
          }}
          onError={steps.isOver}
          submit={(isSending) => (
            <Button type="submit" variant="primary" loading={isSending} className="mt-1 w-full">
              Sign in
            </Button>
          )}
        />
      </div>
    </SignInFrame>
  )
}

interface CodesStepProps {
  codes: readonly string[]
  onContinue: () => void
}

/** The last step of the first time. */
function CodesStep({ codes, onContinue }: CodesStepProps) {
  const [isStored, setStored] = useState(false)
  return (
    <SignInFrame title="Your recovery codes" about={aboutRecoveryCodes}>
      <div className="mt-6">
        <RecoveryCodes codes={codes} isStored={isStored} onStored={setStored} />
      </div>
      <Button
        variant="primary"
        className="mt-5 w-full"
        unavailable={!isStored && notStoredYet}
        onClick={onContinue}
      >
        Continue
      </Button>
    </SignInFrame>
  )
}

/** What comes after a right password. */
export function SecondSteps({ steps }: { steps: SignInSteps }) {
  const { step } = steps
  if (step.name === 'codes')
    return <CodesStep codes={step.recoveryCodes} onContinue={() => steps.finish(step.staff)} />
  return step.name === 'code' ? (
    <CodeStep steps={steps} factors={step.factors} />
  ) : (
    <EnrollStep steps={steps} />
  )
}
