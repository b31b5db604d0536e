import { useNavigate } from 'react-router'
import { chooseForgottenPassword, forgotPassword } from '#shared/api/auth.ts'
import { call } from '../../api.ts'
import { ChooseForm } from '../../app-shell/forgotten-password/choose-form.tsx'
import { ForgotForm } from '../../app-shell/forgotten-password/forgot-form.tsx'
import { forgottenTexts } from '../../app-shell/forgotten-password/forgotten-texts.ts'
import { useSecretOfAddress } from '../../app-shell/secret-of-address.ts'
import { setUser } from '../../app-shell/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { toast } from '../../ui/toast.ts'
import { StrangerFrame } from './stranger-frame.tsx'

const forgotPath = '/forgot-password'

/** Where a customer asks for a link to choose another password. */
export const ForgotPasswordPage = () => (
  <StrangerFrame title={forgottenTexts.forgotTitle} about={forgottenTexts.forgotAbout}>
    <ForgotForm ask={(body) => call(forgotPassword, { body })} signInPath="/signin" />
  </StrangerFrame>
)

/** Where the link in the mail leads. */
export function ChoosePasswordPage() {
  const token = useSecretOfAddress()
  const navigate = useNavigate()
  if (token === '')
    return (
      <StrangerFrame title={forgottenTexts.chooseTitle} about={forgottenTexts.noLink}>
        <ButtonLink to={forgotPath} className="mt-6 self-start">
          Ask for a link
        </ButtonLink>
      </StrangerFrame>
    )
  return (
    <StrangerFrame title={forgottenTexts.chooseTitle} about={forgottenTexts.chooseAbout}>
      <ChooseForm
        key={token}
        choose={(password) => call(chooseForgottenPassword, { body: { token, password } })}
        onChosen={(message) => {
          // Whoever was signed in here is not any more.
          setUser(null)
          toast.success(message)
          void navigate('/signin', { replace: true })
        }}
        forgotPath={forgotPath}
      />
    </StrangerFrame>
  )
}
