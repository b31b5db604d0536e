import { forgotPassword } from '#shared/api/auth.ts'
import { call } from '../../api.ts'
import { ForgotForm } from '../../app-shell/forgotten-password/forgot-form.tsx'
import { forgottenTexts } from '../../app-shell/forgotten-password/forgotten-texts.ts'
import { StrangerFrame } from './stranger-frame.tsx'

/** Where a customer asks for a link to choose another password. */
export const ForgotPasswordPage = () => (
  <StrangerFrame title={forgottenTexts.forgotTitle} about={forgottenTexts.forgotAbout}>
    <ForgotForm ask={(body) => call(forgotPassword, { body })} signInPath="/signin" />
  </StrangerFrame>
)
export { ForgotPasswordPage as Component }
