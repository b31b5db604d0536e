import type { FactorKind, ShownPasskey } from '#shared/accounts/passkeys.ts'
import { signInStepMinutes } from '#shared/accounts/staff.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { staffCode } from '#shared/api/staff.ts'
import { beginStaffSignInPasskey, staffSignInPasskey } from '#shared/api/staff-factors.ts'
import { call } from '../../api.ts'
import { FactorForm } from '../../app-shell/second-factor/factor-form.tsx'
import { Button } from '../../ui/button.tsx'
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
