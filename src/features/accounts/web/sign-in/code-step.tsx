import type { ResponseOf } from '#base/api/endpoint.ts'
import { signInStepMinutes } from '#features/staff/rules/staff.ts'
import { ApiError, call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { arrive } from '#ui/frame/session.ts'
import { toast } from '#ui/toast.ts'
import { loginCode } from '../../api/auth.ts'
import { beginLoginPasskey, loginPasskey } from '../../api/passkeys.ts'
import type { FactorKind, ShownPasskey } from '../../rules/passkeys.ts'
import { FactorForm } from '../second-factor/factor-form.tsx'

/** So few recovery codes are left that it is said. */
const fewCodes = 3

function enter({ user, recoveryCodesLeft }: ResponseOf<typeof loginCode>): void {
  arrive(user)
  if (recoveryCodesLeft <= fewCodes)
    toast.warning(`Recovery codes left: ${recoveryCodesLeft}. Make new ones under Account.`)
}

const acts = {
  byCode: (code: string) => call(loginCode, { body: { code } }).then(enter),
  askPasskey: () => call(beginLoginPasskey, { body: {} }),
  byPasskey: (passkey: ShownPasskey) => call(loginPasskey, { body: { passkey } }).then(enter),
}

interface CodeStepProps {
  factors: readonly FactorKind[]
  /** The way in begins again. */
  onOver: () => void
}

/** The second factor of a customer who has one. */
export default function CodeStep({ factors, onOver }: CodeStepProps) {
  return (
    <>
      <h1 className="text-page-title">Your second factor</h1>
      <p className="mt-1 mb-8 text-muted">
        The password was right. There are {signInStepMinutes} minutes for this step.
      </p>
      <FactorForm
        factors={factors}
        acts={acts}
        onError={(error) => {
          if (error instanceof ApiError && (error.status === 401 || error.status === 429)) {
            toast.error(error.message)
            onOver()
          }
        }}
        submit={(isSending) => (
          <Button type="submit" variant="primary" loading={isSending} className="mt-1 w-full">
            Sign in
          </Button>
        )}
      />
    </>
  )
}
