import { useNavigate } from 'react-router'
import { call } from '#ui/api.ts'
import { setUser } from '#ui/frame/session.ts'
import { toast } from '#ui/toast.ts'
import { checkForgottenLink, chooseForgottenPassword, forgotPassword } from '../../api/auth.ts'
import { ChoosePage } from '../forgotten-password/choose-page.tsx'
import { ForgotForm } from '../forgotten-password/forgot-form.tsx'
import { forgottenTexts } from '../forgotten-password/forgotten-texts.ts'
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
  const navigate = useNavigate()
  return (
    <ChoosePage
      Frame={StrangerFrame}
      check={(body) => call(checkForgottenLink, { body })}
      choose={(body) => call(chooseForgottenPassword, { body })}
      onChosen={(message) => {
        // Whoever was signed in here is not any more.
        setUser(null)
        toast.success(message)
        void navigate('/signin', { replace: true })
      }}
      forgotPath={forgotPath}
    />
  )
}
