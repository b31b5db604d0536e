import type { ResponseOf } from '#base/api/endpoint.ts'
import { staffCode } from '#features/staff/api/staff.ts'
import { beginStaffSignInPasskey, staffSignInPasskey } from '#features/staff/api/staff-factors.ts'
import { signInStepMinutes } from '#features/staff/rules/staff.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import type { FactorKind, ShownPasskey } from '../../rules/passkeys.ts'
import { FactorForm } from '../../web/second-factor/factor-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import type { SignInSteps } from './use-sign-in-steps.ts'

/** The second factor of somebody who has one. */
export function CodeStep({ steps, factors }: { steps: SignInSteps; factors: readonly FactorKind[] }) {
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
