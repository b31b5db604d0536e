import { staffForgot } from '#features/staff/api/staff.ts'
import { call } from '#ui/api.ts'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { ForgotForm } from '../../web/forgotten-password/forgot-form.tsx'
import { forgottenTexts } from '../../web/forgotten-password/forgotten-texts.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/** Where staff ask for a link to choose another password. */
export const ForgotPage = () => (
  <SignInFrame title={forgottenTexts.forgotTitle} about={forgottenTexts.forgotAbout}>
    <ForgotForm ask={(body) => call(staffForgot, { body })} signInPath={operatorPaths.signIn} />
  </SignInFrame>
)
export { ForgotPage as Component }
