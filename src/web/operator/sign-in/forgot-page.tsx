import { staffForgot } from '#shared/api/staff.ts'
import { call } from '../../api.ts'
import { ForgotForm } from '../../app-shell/forgotten-password/forgot-form.tsx'
import { forgottenTexts } from '../../app-shell/forgotten-password/forgotten-texts.ts'
import { operatorPaths } from '../operator-paths.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/** Where staff ask for a link to choose another password. */
export const ForgotPage = () => (
  <SignInFrame title={forgottenTexts.forgotTitle} about={forgottenTexts.forgotAbout}>
    <ForgotForm ask={(body) => call(staffForgot, { body })} signInPath={operatorPaths.signIn} />
  </SignInFrame>
)
export { ForgotPage as Component }
